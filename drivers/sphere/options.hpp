// What `tasuki sphere` is asked to do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "drivers/common/cli_fwd.hpp"
#include "drivers/experiment/steps/step_plan.hpp"

namespace tasuki::drivers {

/// What was not given is empty: a run that goes on takes it from the file.
struct SphereOptions : StepOptions {
    // Initial conditions.
    std::optional<std::uint64_t> truncation;
    std::optional<std::string> start;
    std::optional<std::uint64_t> seed;
    std::optional<double> wind;
    // Physics.
    std::optional<double> rotation, days;
    std::optional<double> viscosity, damping_time;
    std::optional<int> order;
    // Of the pictures.
    std::string projection = "equirectangular";
};

void add_sphere_options(CLI::App& command, SphereOptions& options);

/// Everything that can be refused without a file or a machine.
/// @throws UsageError
void check_options(const SphereOptions& options);

}  // namespace tasuki::drivers
