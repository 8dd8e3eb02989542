#include "drivers/nbody/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "drivers/common/whole_number.hpp"
#include "runtime/error.hpp"

namespace tasuki::drivers {

namespace {

using runtime::UsageError;

void add_initial_conditions(CLI::App& command, NbodyOptions& o) {
    auto* in = command.add_option(
        "--in", o.input,
        "initial conditions: TIPSY file, text with lines of m x y z vx vy vz, "
        "GADGET snapshot in HDF5, or snapshot of ours");
    command
        .add_option("--model", o.model,
                    "initial conditions in N-body units (G = M = 1, E = -1/4): "
                    "plummer (default), uniform sphere, or king model")
        ->check(CLI::IsMember({"plummer", "uniform", "king"}))
        ->excludes(in);
    command.add_option("--n", o.n, "bodies of the model (default 4096)")
        ->check(refuse_unless_whole)
        ->excludes(in);
    command
        .add_option("--seed", o.seed,
                    "random seed of the model (default 1); the bodies do not "
                    "depend on the machine")
        ->check(refuse_unless_whole)
        ->excludes(in);
    command
        .add_option("--w0", o.w0,
                    "depth of the king model's potential, 0.05 to 16 (default "
                    "6)")
        ->excludes(in);
    command
        .add_option("--virial-ratio", o.virial_ratio,
                    "kinetic over -potential energy of the uniform sphere, 0 "
                    "to below 1 (default 0.5; 0 collapses)")
        ->excludes(in);
    add_resume_option(command, o);
}

void add_physics(CLI::App& command, NbodyOptions& o) {
    command.add_option("--eps", o.eps,
                       "Plummer softening [length] (default 1/32)");
    command.add_option("--dt", o.dt, "time step [time] (default 1/128)");
    command.add_option("--gravity", o.gravity,
                       "gravitational constant G (default 1)");
    auto* steps =
        add_steps_option(command, o, "128; 0 prints the state of the input");
    command
        .add_option("--until", o.until,
                    "end time [time], instead of --steps; the last step is "
                    "shortened to end there")
        ->excludes(steps);
    command
        .add_option("--precision", o.precision,
                    "single (default), double, or mixed (positions and "
                    "velocities in double, accelerations in single)")
        ->check(CLI::IsMember({"single", "mixed", "double"}));
}

}  // namespace

void add_nbody_options(CLI::App& command, NbodyOptions& options) {
    add_initial_conditions(command, options);
    add_physics(command, options);
    add_share_option(command, options);
    add_machine_options(command, options);
    command.add_option("--variant", options.variant,
                       "variant of the GPU kernel (default: autotuned)");
    add_output_options(command, options, "the surface density");
    command
        .add_option("--plane", options.plane,
                    "plane of the pictures: xy (seen along z) or xz (along y)")
        ->check(CLI::IsMember({"xy", "xz"}))
        ->capture_default_str();
}

void check_nbody_options(const NbodyOptions& o) {
    check_number("--eps", o.eps, " from 0 on", o.eps >= 0.0);
    check_number("--gravity", o.gravity, " above 0", o.gravity > 0.0);
    check_number("--until", o.until, "", true);
    const auto only_of = [&](const char* option, bool given,
                             const char* model) {
        if (given && o.resume.empty() && o.model.value_or("plummer") != model)
            throw UsageError(fmt::format("{} is for --model {}, found {}",
                                         option, model,
                                         o.model.value_or("plummer")));
    };
    only_of("--w0", o.w0.has_value(), "king");
    only_of("--virial-ratio", o.virial_ratio.has_value(), "uniform");
    check_step_options(o);
}

}  // namespace tasuki::drivers
