#include "drivers/experiment/steps/step_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "drivers/common/options.hpp"
#include "drivers/common/run_trace.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers {

namespace {

using runtime::UsageError;

void check_from_one(const char* option,
                    const std::optional<std::uint64_t>& value) {
    if (value == 0)
        throw UsageError(
            fmt::format("{}: expected a number from 1 on, found 0", option));
}

std::uint64_t find_last_step(const RunEnd& end, std::uint64_t step, double time,
                             const io::StepClock& clock) {
    if (!end.time) return end.steps;
    if (*end.time < time)
        throw UsageError(fmt::format(
            "{}: expected a time from {} on, where the run begins, found {}",
            end.until, time, *end.time));
    // Up to there the numbers of steps are exact in double.
    if ((*end.time - time) / clock.dt > 1e15)
        throw UsageError(fmt::format("{} {}: more than 1e15 steps of {}",
                                     end.until, *end.time, clock.dt));
    return std::max(step, clock.last_step(*end.time));
}

}  // namespace

void add_resume_option(CLI::App& command, StepOptions& o) {
    add_option(command, "--resume", o.resume,
               "snapshot or checkpoint to restart from; other options, if "
               "given, must agree with it")
        .reads();
}

Option add_steps_option(CLI::App& command, StepOptions& o,
                        const std::string& otherwise) {
    return add_option(command, "--steps", o.steps,
                      "number of steps, counted from the start of the run also "
                      "after a restart (default: " +
                          otherwise + ")");
}

void add_output_options(CLI::App& command, StepOptions& o,
                        const std::string& picture) {
    add_option(
        command, "--out", o.out,
        "folder for snapshots (HDF5) of the start and every --every steps")
        .fills("--resume");
    add_option(command, "--every", o.every,
               "steps between table lines and snapshots (default: a tenth of "
               "all steps)");
    add_flag(command, "--pictures", o.pictures,
             "picture (PNG) of " + picture + " beside each snapshot")
        .needs("--out");
    add_flag(command, "--film", o.film,
             "film.png at the end: up to ten pictures side by side, also of "
             "what --out has from before a restart")
        .needs("--out");
    add_option(command, "--checkpoint", o.checkpoint,
               "file for the newest state, replaced each time, for --resume; "
               "written also on SIGUSR1, and before SIGTERM or Ctrl-C ends the "
               "run")
        .continues("--resume");
    add_option(command, "--checkpoint-every", o.checkpoint_every,
               "steps between checkpoints (default: as --every)")
        .needs("--checkpoint");
    add_option(command, "--outputs-beside", o.outputs_beside, Range{0, 64},
               "outputs that are drawn and written at the same time, beside "
               "the steps; 0: the steps wait for each (default: half the CPUs, "
               "at most 8)");
    add_result_options(command, o, "some of the steps");
}

void check_number(const char* option, const std::optional<double>& value,
                  const char* allowed, bool holds) {
    if (value && !(std::isfinite(*value) && holds))
        throw UsageError(fmt::format("{}: expected a finite number{}, found {}",
                                     option, allowed, *value));
}

void check_step_options(const StepOptions& o) {
    check_number("--dt", o.dt, " above 0", o.dt > 0.0);
    check_from_one("--every", o.every);
    check_from_one("--checkpoint-every", o.checkpoint_every);
    (void)graphs::Share::parse(o.placement);
}

std::uint64_t StepPlan::next_output(std::uint64_t done) const {
    return std::min(last_step, (done / every + 1) * every);
}

StepPlan plan_steps(const StepOptions& o, std::uint64_t step, double time,
                    const io::StepClock& clock, const RunEnd& end) {
    StepPlan plan;
    plan.resumed = !o.resume.empty();
    plan.first_step = step;
    plan.clock = clock;
    plan.last_step = find_last_step(end, step, time, clock);
    if (plan.last_step < step)
        throw UsageError(fmt::format(
            "--steps {}: {} is at step {} already; steps are counted from the "
            "start of the run",
            plan.last_step, o.resume, step));
    if (plan.steps() > 0) plan.end = end.time;
    plan.every =
        o.every.value_or(std::max<std::uint64_t>(1, (plan.last_step + 9) / 10));
    plan.checkpoint_every = o.checkpoint_every.value_or(plan.every);
    check_window(o.trace, plan.steps());
    return plan;
}

}  // namespace tasuki::drivers
