// What `tasuki nbody` is asked to do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "drivers/common/cli_fwd.hpp"
#include "drivers/common/machine_options.hpp"
#include "runtime/rank_agreement.hpp"
#include "views/traces/timeline/options.hpp"

namespace tasuki::drivers {

/// What was not given is empty: a run that goes on takes it from the file.
struct NbodyOptions : MachineOptions {
    // Where from.
    std::string input, resume;
    std::optional<std::string> model;
    std::optional<std::uint64_t> n, seed;
    std::optional<double> w0, virial_ratio;
    // How.
    std::optional<double> eps, dt, gravity;
    std::optional<std::string> precision;
    std::optional<std::uint64_t> steps;
    std::optional<double> until;
    // By whom.
    std::string placement = "dynamic";
    std::string variant;
    bool calibrate = false;
    // What is written.
    std::string out;
    std::optional<std::uint64_t> every, checkpoint_every;
    std::string checkpoint;
    bool pictures = false, film = false;
    std::string plane = "xy";
    std::string json;
    TraceOptions trace;
};

void add_nbody_options(CLI::App& command, NbodyOptions& options);

/// What all ranks must have in common: all but --cpus, --cpu-workers, --gpus
/// and --calibrate, which are about the machine of a rank, and --json and
/// --log-level.
std::vector<runtime::Setting> common_settings(const NbodyOptions& options);

/// Everything that can be refused without a file or a machine.
/// @throws UsageError
void check_nbody_options(const NbodyOptions& options);

}  // namespace tasuki::drivers
