// Solves for all sources, and makes the correlator of the solutions.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "drivers/common/phases.hpp"
#include "drivers/solve/correlator.hpp"
#include "drivers/solve/options.hpp"
#include "io/propagator/propagator_file.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers {

/// Of one source.
struct SolvedSource {
    std::string name;
    std::int64_t iterations;
    double true_residual;
    double seconds;             ///< from the source to the norm of b - M x
    double iterations_seconds;  ///< the part of it for iterations
    std::string inner;          ///< precision of its last iterations
};

struct SolveResult : RunResult {
    lattice::Extents blocks{}, ranks{};  ///< numbers along X, Y, Z, T
    std::vector<SolvedSource> sources;
    int resumed_sources = 0;  ///< solved before, from the checkpoint
    std::vector<double> solution_seconds, iteration_seconds;  ///< of each
    double iteration_flops = 0;      ///< of one iteration [flop]
    Phases phases;                   ///< of all solutions, all ranks
    std::vector<double> correlator;  ///< by distance; empty of a random source
    io::Propagator propagator;  ///< with columns if a SciDAC file is written
    std::shared_ptr<io::PropagatorFile> file;  ///< HDF5, but for its end

    std::int64_t iterations() const;
    double seconds() const;
    double iterations_seconds() const;
    double worst_residual() const;
    double gflops() const {
        return 1e-9 * iteration_flops * static_cast<double>(iterations()) /
               iterations_seconds();
    }
};

/// As asked, or measured with the links of the iterations.
graphs::wilson::Placement placement_of(
    const SolveOptions& options, runtime::Context& context,
    const graphs::wilson::Decomposition& cut);

/// On every rank, each with its own part; the result is the whole run's on the
/// first.
/// @throws NumericsError  a source whose solution does not converge
/// @param recorder  records some iterations after the solutions; null for none
SolveResult run_planned(const SolveOptions& options, const SolvePlan& plan,
                        runtime::Recorder* recorder);

/// Writes the propagator, if --out asks for it.
void write_result_files(const SolveOptions& options, const SolvePlan& plan,
                        const SolveResult& result);

/// Parts of the table: sources, blocks and workers; and the time.
void print_work(const SolveOptions& options, const SolvePlan& plan,
                const SolveResult& result);
void print_time(const SolveResult& result);

/// The table and the JSON of a run.
void print_result(const SolveOptions& options, const SolvePlan& plan,
                  const SolveResult& result);
Json json_of(const SolveOptions& options, const SolvePlan& plan,
             const SolveResult& result);
std::string title_of(const SolveOptions& options, const SolvePlan& plan,
                     const SolveResult& result);

}  // namespace tasuki::drivers
