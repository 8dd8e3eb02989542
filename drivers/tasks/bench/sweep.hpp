// The tasks of a graph on an engine, from large ones to small ones.
#pragma once

#include <string>
#include <vector>

#include "drivers/tasks/bench/metg.hpp"
#include "peers/taskbench/engine.hpp"

namespace tasuki::drivers {

struct SweepOptions {
    peers::taskbench::On on;
    int cpus;         ///< 1 at least
    int repetitions;  ///< of each size
    /// Descending; empty: powers of 2 downwards, until the efficiency of two
    /// is below 50 % in each repetition, and then 1.
    std::vector<int> iterations;
};

/// Tasks of one size.
struct SweepPoint {
    int iterations;
    std::vector<double> granularities;  ///< (repetitions) [s]
};

struct Sweep {
    std::string pattern, engine;
    peers::taskbench::On on;
    int units;  ///< CPUs or GPUs that computed: 1 for serial
    int width, steps, tasks;
    std::size_t dependencies;
    std::vector<SweepPoint> points;  ///< by descending iterations

    std::vector<Sample> samples(std::size_t repetition) const;
    /// Medians over the repetitions.
    std::vector<Sample> medians() const;
    /// Of each repetition.
    std::vector<Metg> metgs() const;
    /// Whether each repetition fell below 50 %.
    bool reached() const;
};

/// Runs all sizes; the first and the last run are compared with `serial`.
/// @throws UnavailableError  the build has not this engine
/// @throws NumericsError     a task gave another result than in `serial`
Sweep run_sweep(const std::string& engine, const peers::taskbench::Graph& graph,
                const SweepOptions& options);

}  // namespace tasuki::drivers
