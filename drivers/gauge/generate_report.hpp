// What `tasuki gauge generate` was asked and what it found, and how it says so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "drivers/experiment/experiment.hpp"
#include "io/gauge/gauge_file.hpp"
#include "io/quenched/checkpoint.hpp"
#include "runtime/core/placement.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers {

/// What was not given is empty: a run that goes on takes it from the file.
struct GenerateOptions : ResultOptions {
    std::optional<double> beta;
    std::string lattice;
    std::uint32_t sweeps = 0;  ///< from the start of the run on
    std::optional<std::uint64_t> seed, measure_every;
    std::optional<std::string> start;
    std::optional<int> overrelaxation;
    std::string resume, checkpoint;
    std::optional<std::uint64_t> checkpoint_every;
    std::string out;
    std::string format;     ///< empty: by the ending of out
    std::string precision;  ///< of the file: single or double
    std::string placement = "dynamic";
    int cpus = -1, gpus = -1;  ///< -1: all CPUs, one GPU
    int slabs = 0;             ///< 0: by the workers
};

struct GenerateResult {
    io::QuenchedState state;  ///< after the last sweep
    lattice::Plaquette plaquette{};
    std::uint32_t first_sweep = 0;  ///< where the run went on; 0: the start
    double seconds = 0;  ///< since then in sweeps, with measurements [s]
    double waited = 0;   ///< for checkpoints before [s]
    Worked worked{};
    runtime::Where where = runtime::Where::cpu;  ///< of the sweeps
    int slabs = 1;
    std::vector<std::string> workers{};  ///< names
    trace::Cost trace_cost{};            ///< empty where nothing was recorded

    std::uint32_t sweeps() const { return state.sweep - first_sweep; }
    /// The history, with a line for the last sweep.
    std::vector<io::SweepLine> lines() const;
};

Json to_json(const GenerateOptions& options, const GenerateResult& result,
             const std::vector<io::NamedChecksum>& checksums);

/// A short table on stdout.
void print_report(const GenerateOptions& options, const GenerateResult& result,
                  const std::vector<io::NamedChecksum>& checksums);

}  // namespace tasuki::drivers
