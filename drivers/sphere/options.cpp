#include "drivers/sphere/options.hpp"

#include <fmt/format.h>

#include "drivers/common/options.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers {

namespace {

using runtime::UsageError;

void add_initial_conditions(CLI::App& command, SphereOptions& o) {
    add_option(command, "--truncation", o.truncation,
               "triangular truncation T<M> of the spherical harmonics (default "
               "85); the grid follows from it");
    add_option(command, "--start", o.start,
               "initial conditions: rossby-haurwitz[:n[,m]] (default, with n 5 "
               "and m 4), random[:PEAK[,WIDTH]] (vortices of degrees around "
               "10, a spectrum that falls as n^-20 to n^20), or a snapshot")
        .reads();
    add_option(command, "--seed", o.seed,
               "random seed of the flow (default 1); the flow does not depend "
               "on the machine");
    add_option(command, "--wind", o.wind,
               "root mean square wind of random [radius/day] (default 0.25)");
    add_option(command, "--rotation", o.rotation,
               "angular velocity of the sphere [1/day] (default 2 pi: one "
               "rotation a day)");
    add_resume_option(command, o);
}

void add_time(CLI::App& command, SphereOptions& o) {
    add_option(command, "--dt", o.dt,
               "time step [day] (default: chosen from the first wind)");
    add_option(command, "--days", o.days,
               "end time [day], counted from the start of the run (default "
               "10); the last step is shortened to end there");
    add_steps_option(command, o, "as --days says").excludes("--days");
    add_option(command, "--viscosity", o.viscosity,
               "nu of the hyperviscosity nu (-1)^(H+1) (lap + 2)^H [1/day]");
    add_option(command, "--damping-time", o.damping_time,
               "e-folding time of degree M by hyperviscosity [day] (default: "
               "0.1 for random, else no damping)")
        .excludes("--viscosity");
    add_option(
        command, "--order", o.order, Range{1, 16},
        "order H of the hyperviscosity (default 1 with --viscosity, else 4)");
}

}  // namespace

void add_sphere_options(CLI::App& command, SphereOptions& options) {
    add_initial_conditions(command, options);
    add_time(command, options);
    add_share_option(command, options);
    add_machine_options(command, options);
    add_output_options(command, options, "the vorticity on a map");
    add_option(command, "--projection", options.projection,
               Words{"equirectangular", "orthographic"},
               "projection of the maps: equirectangular or orthographic");
}

void check_options(const SphereOptions& o) {
    // Four times what the largest models of the atmosphere have.
    constexpr std::uint64_t most = 32767;
    if (o.truncation && (*o.truncation < 2 || *o.truncation > most))
        throw UsageError(
            fmt::format("--truncation: expected a number from 2 to {}, found "
                        "{}",
                        most, *o.truncation));
    check_number("--wind", o.wind, " above 0", o.wind > 0.0);
    check_number("--rotation", o.rotation, "", true);
    check_number("--days", o.days, "", true);
    check_number("--viscosity", o.viscosity, " from 0 on", o.viscosity >= 0.0);
    check_number("--damping-time", o.damping_time, " above 0",
                 o.damping_time > 0.0);
    check_step_options(o);
}

}  // namespace tasuki::drivers
