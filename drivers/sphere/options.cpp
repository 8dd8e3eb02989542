#include "drivers/sphere/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>

#include "drivers/common/machine_options.hpp"
#include "drivers/common/run_trace.hpp"
#include "drivers/common/whole_number.hpp"
#include "graphs/share.hpp"
#include "runtime/error.hpp"
#include "runtime/version.hpp"

namespace tasuki::drivers {

namespace {

using runtime::UsageError;

void add_flow(CLI::App& command, SphereOptions& o) {
    command
        .add_option("--truncation", o.truncation,
                    "M of the triangle T<M> of spherical harmonics (default "
                    "85); the grid follows from it")
        ->check(refuse_unless_whole);
    command.add_option(
        "--start", o.start,
        "rossby-haurwitz[:n[,m]] (default, with n 5 and m 4), "
        "random[:PEAK[,WIDTH]] (vortices of degrees around 10, a spectrum that "
        "falls as n^-20 to n^20), or a snapshot whose vorticity to begin with");
    command
        .add_option("--seed", o.seed,
                    "of random (default 1): the same seed gives the same "
                    "flow, on any machine")
        ->check(refuse_unless_whole);
    command.add_option("--wind", o.wind,
                       "of random: root of the mean square of the wind "
                       "[radius/day] (default 0.25)");
    command.add_option("--rotation", o.rotation,
                       "angular velocity of the sphere [1/day] (default 2 pi: "
                       "a day is one rotation)");
    command.add_option("--resume", o.resume,
                       "go on from this snapshot or checkpoint; what is given "
                       "besides must agree with it");
}

void add_time(CLI::App& command, SphereOptions& o) {
    command.add_option("--dt", o.dt,
                       "step [day] (default: as suits the first wind)");
    auto* days = command.add_option(
        "--days", o.days,
        "end at this time, counted from the start of the run (default 10); "
        "the last step is as long as it takes");
    command
        .add_option("--steps", o.steps,
                    "end after so many steps instead, with those of a "
                    "snapshot it goes on from")
        ->check(refuse_unless_whole)
        ->excludes(days);
    auto* viscosity = command.add_option(
        "--viscosity", o.viscosity,
        "nu of the hyperviscosity nu (-1)^(H+1) (lap + 2)^H [1/day]");
    command
        .add_option("--damping-time", o.damping_time,
                    "the same by the time in which it damps degree M by the "
                    "factor e [day] (default for random: 0.1; else no damping)")
        ->excludes(viscosity);
    command
        .add_option("--order", o.order,
                    "H (default 1 with --viscosity, else 4)")
        ->check(CLI::Range(1, 16));
}

void add_machine(CLI::App& command, SphereOptions& o) {
    command
        .add_option("--placement", o.placement,
                    "who computes: gpu, cpu, split:F (that fraction on the "
                    "CPU; split:auto measures it), dynamic (all, each as much "
                    "as its measured speed says)")
        ->capture_default_str();
    add_machine_options(command, o);
    command.add_flag("--calibrate", o.calibrate,
                     "measure StarPU's performance models anew");
}

void add_output(CLI::App& command, SphereOptions& o) {
    auto* out = command.add_option(
        "--out", o.out,
        "folder for a snapshot (HDF5) of the start and every --every steps");
    command
        .add_option("--every", o.every,
                    "steps between lines of the table and snapshots (default: "
                    "a tenth of all)")
        ->check(refuse_unless_whole);
    command
        .add_flag("--pictures", o.pictures,
                  "with each snapshot its vorticity on a map (PNG)")
        ->needs(out);
    command
        .add_flag("--film", o.film,
                  "at the end film.png, with up to ten maps side by side")
        ->needs(out);
    command
        .add_option("--projection", o.projection,
                    "of the maps: equirectangular or orthographic")
        ->check(CLI::IsMember({"equirectangular", "orthographic"}))
        ->capture_default_str();
    auto* checkpoint = command.add_option(
        "--checkpoint", o.checkpoint,
        "file for the newest state, written anew each time, to --resume from");
    command
        .add_option("--checkpoint-every", o.checkpoint_every,
                    "steps between these (default: as --every)")
        ->check(refuse_unless_whole)
        ->needs(checkpoint);
    add_trace_options(command, o.trace, "some of the steps");
    command.add_option("--json", o.json,
                       "also write the result to this file; - for JSON on "
                       "stdout instead of the table");
}

void check_number(const char* option, const std::optional<double>& value,
                  const char* allowed, bool holds) {
    if (value && !(std::isfinite(*value) && holds))
        throw UsageError(fmt::format("{}: expected a finite number{}, found {}",
                                     option, allowed, *value));
}

void check_from_one(const char* option,
                    const std::optional<std::uint64_t>& value) {
    if (value == 0)
        throw UsageError(
            fmt::format("{}: expected a number from 1 on, found 0", option));
}

}  // namespace

void add_sphere_options(CLI::App& command, SphereOptions& options) {
    add_flow(command, options);
    add_time(command, options);
    add_machine(command, options);
    add_output(command, options);
}

std::vector<runtime::Setting> common_settings(const SphereOptions& o) {
    return {{"program", runtime::version()},
            {"--truncation", runtime::shown(o.truncation)},
            {"--start", runtime::shown(o.start)},
            {"--seed", runtime::shown(o.seed)},
            {"--wind", runtime::shown(o.wind)},
            {"--resume", runtime::shown(o.resume)},
            {"--rotation", runtime::shown(o.rotation)},
            {"--dt", runtime::shown(o.dt)},
            {"--days", runtime::shown(o.days)},
            {"--steps", runtime::shown(o.steps)},
            {"--viscosity", runtime::shown(o.viscosity)},
            {"--damping-time", runtime::shown(o.damping_time)},
            {"--order", runtime::shown(o.order)},
            {"--placement", o.placement},
            {"--sched", runtime::shown(o.policy)},
            {"--out", runtime::shown(o.out)},
            {"--every", runtime::shown(o.every)},
            {"--pictures", fmt::format("{}", o.pictures)},
            {"--film", fmt::format("{}", o.film)},
            {"--projection", o.projection},
            {"--checkpoint", runtime::shown(o.checkpoint)},
            {"--checkpoint-every", runtime::shown(o.checkpoint_every)},
            {"--trace", runtime::shown(o.trace.folder)},
            {"--trace-iterations",
             fmt::format("{}:{}", o.trace.window.first, o.trace.window.last)}};
}

void check_sphere_options(const SphereOptions& o) {
    // Four times what the largest models of the atmosphere have.
    constexpr std::uint64_t most = 32767;
    if (o.truncation && (*o.truncation < 2 || *o.truncation > most))
        throw UsageError(
            fmt::format("--truncation: expected a number from 2 to {}, found "
                        "{}",
                        most, *o.truncation));
    check_number("--wind", o.wind, " above 0", o.wind > 0.0);
    check_number("--rotation", o.rotation, "", true);
    check_number("--dt", o.dt, " above 0", o.dt > 0.0);
    check_number("--days", o.days, "", true);
    check_number("--viscosity", o.viscosity, " from 0 on", o.viscosity >= 0.0);
    check_number("--damping-time", o.damping_time, " above 0",
                 o.damping_time > 0.0);
    check_from_one("--every", o.every);
    check_from_one("--checkpoint-every", o.checkpoint_every);
    (void)graphs::Share::parse(o.placement);
}

}  // namespace tasuki::drivers
