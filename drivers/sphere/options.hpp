// What `tasuki sphere` is asked to do.
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
struct SphereOptions : MachineOptions {
    // Where from.
    std::optional<std::uint64_t> truncation;
    std::optional<std::string> start;
    std::optional<std::uint64_t> seed;
    std::optional<double> wind;
    std::string resume;
    // How.
    std::optional<double> rotation;
    std::optional<double> dt, days;
    std::optional<std::uint64_t> steps;
    std::optional<double> viscosity, damping_time;
    std::optional<int> order;
    // By whom.
    std::string placement = "dynamic";
    bool calibrate = false;
    // What is written.
    std::string out;
    std::optional<std::uint64_t> every, checkpoint_every;
    std::string checkpoint;
    bool pictures = false, film = false;
    std::string projection = "equirectangular";
    TraceOptions trace;
    std::string json;
};

void add_sphere_options(CLI::App& command, SphereOptions& options);

/// What all ranks must have in common: all but what is about the machine of a
/// rank, and --json and --log-level.
std::vector<runtime::Setting> common_settings(const SphereOptions& options);

/// Everything that can be refused without a file or a machine.
/// @throws UsageError
void check_sphere_options(const SphereOptions& options);

}  // namespace tasuki::drivers
