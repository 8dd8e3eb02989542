// What `tasuki nbody` is asked to do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "drivers/common/cli_fwd.hpp"
#include "drivers/experiment/steps/step_plan.hpp"

namespace tasuki::drivers {

/// What was not given is empty: a run that goes on takes it from the file.
struct NbodyOptions : StepOptions {
    // Initial conditions.
    std::string input;
    std::optional<std::string> model;
    std::optional<std::uint64_t> n, seed;
    std::optional<double> w0, virial_ratio;
    // Physics.
    std::optional<double> eps, gravity, until;
    std::optional<std::string> precision;
    // Of the GPU's kernel.
    std::string variant;
    // Of the pictures.
    std::string plane = "xy";
};

void add_nbody_options(CLI::App& command, NbodyOptions& options);

/// Everything that can be refused without a file or a machine.
/// @throws UsageError
void check_options(const NbodyOptions& options);

}  // namespace tasuki::drivers
