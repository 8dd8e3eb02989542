#include "drivers/nbody/options.hpp"

#include <fmt/format.h>

#include "drivers/common/options.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers {

namespace {

using runtime::UsageError;

void add_initial_conditions(CLI::App& command, NbodyOptions& o) {
    add_option(
        command, "--in", o.input,
        "initial conditions: TIPSY file, text with lines of m x y z vx "
        "vy vz, GADGET snapshot (HDF5 or its formats 1 and 2), or snapshot of "
        "ours")
        .reads();
    add_option(command, "--model", o.model, Words{"plummer", "uniform", "king"},
               "initial conditions in N-body units (G = M = 1, E = -1/4): "
               "plummer (default), uniform sphere, or king model")
        .excludes("--in");
    add_option(command, "--n", o.n, "bodies of the model (default 4096)")
        .excludes("--in");
    add_option(command, "--seed", o.seed,
               "random seed of the model (default 1); the bodies do not depend "
               "on the machine")
        .excludes("--in");
    add_option(command, "--w0", o.w0,
               "depth of the king model's potential, 0.05 to 16 (default 6)")
        .excludes("--in");
    add_option(command, "--virial-ratio", o.virial_ratio,
               "kinetic over -potential energy of the uniform sphere, 0 to "
               "below 1 (default 0.5; 0 collapses)")
        .excludes("--in");
    add_resume_option(command, o);
}

void add_physics(CLI::App& command, NbodyOptions& o) {
    add_option(command, "--eps", o.eps,
               "Plummer softening [length] (default 1/32)");
    add_option(command, "--dt", o.dt, "time step [time] (default 1/128)");
    add_option(command, "--gravity", o.gravity,
               "gravitational constant G (default 1)");
    add_steps_option(command, o, "128; 0 prints the state of the input");
    add_option(command, "--until", o.until,
               "end time [time], instead of --steps; the last step is "
               "shortened to end there")
        .excludes("--steps");
    add_option(command, "--precision", o.precision,
               Words{"single", "mixed", "double"},
               "single (default), double, or mixed (positions and velocities "
               "in double, accelerations in single)");
}

}  // namespace

void add_nbody_options(CLI::App& command, NbodyOptions& options) {
    add_initial_conditions(command, options);
    add_physics(command, options);
    add_share_option(command, options);
    add_machine_options(command, options);
    add_option(command, "--variant", options.variant,
               "variant of the GPU kernel (default: autotuned)");
    add_output_options(command, options, "the surface density");
    add_option(command, "--plane", options.plane, Words{"xy", "xz"},
               "plane of the pictures: xy (seen along z) or xz (along y)");
}

void check_options(const NbodyOptions& o) {
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
