#include "drivers/nbody/options.hpp"

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

void add_bodies(CLI::App& command, NbodyOptions& o) {
    auto* in = command.add_option(
        "--in", o.input,
        "bodies to start from: a TIPSY file, text with lines of "
        "m x y z vx vy vz, or a snapshot");
    auto* model =
        command
            .add_option("--model", o.model,
                        "bodies in N-body units (G = M = 1, E = -1/4): a "
                        "plummer sphere (default), a uniform sphere, or a king "
                        "model")
            ->check(CLI::IsMember({"plummer", "uniform", "king"}))
            ->excludes(in);
    auto* n =
        command.add_option("--n", o.n, "bodies of the model (default 4096)")
            ->check(refuse_unless_whole)
            ->excludes(in);
    auto* seed = command
                     .add_option("--seed", o.seed,
                                 "of the model (default 1): the same seed "
                                 "gives the same bodies, on any machine")
                     ->check(refuse_unless_whole)
                     ->excludes(in);
    command
        .add_option("--w0", o.w0,
                    "of king: depth of the potential, 0.05 to 16 (default 6)")
        ->excludes(in);
    command
        .add_option("--virial-ratio", o.virial_ratio,
                    "of uniform: kinetic over -potential energy, 0 to below 1 "
                    "(default 0.5; 0 collapses)")
        ->excludes(in);
    command.add_option("--resume", o.resume,
                       "go on from this snapshot or checkpoint; what is given "
                       "besides must agree with it");
    (void)model, (void)n, (void)seed;
}

void add_physics(CLI::App& command, NbodyOptions& o) {
    command.add_option("--eps", o.eps,
                       "Plummer softening [length] (default 1/32)");
    command.add_option("--dt", o.dt, "step [time] (default 1/128)");
    command.add_option("--gravity", o.gravity,
                       "gravitational constant G (default 1)");
    auto* steps =
        command
            .add_option("--steps", o.steps,
                        "steps from the start of the run, with those of a "
                        "snapshot it goes on from (default 128); 0 to see the "
                        "state of the input")
            ->check(refuse_unless_whole);
    command
        .add_option("--until", o.until,
                    "end at this time instead; the last step is as long as "
                    "it takes")
        ->excludes(steps);
    command
        .add_option("--precision", o.precision,
                    "single (default), mixed (positions and velocities in "
                    "double, accelerations in single) or double")
        ->check(CLI::IsMember({"single", "mixed", "double"}));
}

void add_machine(CLI::App& command, NbodyOptions& o) {
    command
        .add_option("--placement", o.placement,
                    "who computes: gpu, cpu, split:F (that fraction on the "
                    "CPU; split:auto measures it), dynamic (all, each as much "
                    "as its measured speed says)")
        ->capture_default_str();
    add_machine_options(command, o);
    command.add_flag("--calibrate", o.calibrate,
                     "measure StarPU's performance models anew");
    command.add_option("--variant", o.variant,
                       "of the GPU's kernel (default: as tuned)");
}

void add_output(CLI::App& command, NbodyOptions& o) {
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
                  "with each snapshot its surface density as a picture (PNG)")
        ->needs(out);
    command
        .add_flag("--film", o.film,
                  "at the end film.png, with up to ten pictures side by side")
        ->needs(out);
    command
        .add_option("--plane", o.plane,
                    "of the pictures: xy (seen along z) or xz (along y)")
        ->check(CLI::IsMember({"xy", "xz"}))
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

/// @param allowed  what `value` must be, in words, and whether it is
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

void add_nbody_options(CLI::App& command, NbodyOptions& options) {
    add_bodies(command, options);
    add_physics(command, options);
    add_machine(command, options);
    add_output(command, options);
}

std::vector<runtime::Setting> common_settings(const NbodyOptions& o) {
    return {{"program", runtime::version()},
            {"--in", runtime::shown(o.input)},
            {"--model", runtime::shown(o.model)},
            {"--n", runtime::shown(o.n)},
            {"--seed", runtime::shown(o.seed)},
            {"--w0", runtime::shown(o.w0)},
            {"--virial-ratio", runtime::shown(o.virial_ratio)},
            {"--resume", runtime::shown(o.resume)},
            {"--eps", runtime::shown(o.eps)},
            {"--dt", runtime::shown(o.dt)},
            {"--gravity", runtime::shown(o.gravity)},
            {"--steps", runtime::shown(o.steps)},
            {"--until", runtime::shown(o.until)},
            {"--precision", runtime::shown(o.precision)},
            {"--placement", o.placement},
            {"--sched", runtime::shown(o.policy)},
            {"--variant", runtime::shown(o.variant)},
            {"--out", runtime::shown(o.out)},
            {"--every", runtime::shown(o.every)},
            {"--pictures", fmt::format("{}", o.pictures)},
            {"--film", fmt::format("{}", o.film)},
            {"--plane", o.plane},
            {"--checkpoint", runtime::shown(o.checkpoint)},
            {"--checkpoint-every", runtime::shown(o.checkpoint_every)},
            {"--trace", runtime::shown(o.trace.folder)},
            {"--trace-iterations",
             fmt::format("{}:{}", o.trace.window.first, o.trace.window.last)}};
}

void check_nbody_options(const NbodyOptions& o) {
    check_number("--eps", o.eps, " from 0 on", o.eps >= 0.0);
    check_number("--dt", o.dt, " above 0", o.dt > 0.0);
    check_number("--gravity", o.gravity, " above 0", o.gravity > 0.0);
    check_number("--until", o.until, "", true);
    check_from_one("--every", o.every);
    check_from_one("--checkpoint-every", o.checkpoint_every);
    const auto only_of = [&](const char* option, bool given,
                             const char* model) {
        if (given && o.resume.empty() && o.model.value_or("plummer") != model)
            throw UsageError(fmt::format("{} is for --model {}, found {}",
                                         option, model,
                                         o.model.value_or("plummer")));
    };
    only_of("--w0", o.w0.has_value(), "king");
    only_of("--virial-ratio", o.virial_ratio.has_value(), "uniform");
    (void)graphs::Share::parse(o.placement);
}

}  // namespace tasuki::drivers
