#include "drivers/nbody/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "drivers/common/resume_agreement.hpp"
#include "drivers/nbody/models/model.hpp"
#include "io/same_file.hpp"
#include "runtime/error.hpp"

namespace tasuki::drivers {

namespace {

using runtime::UsageError;

io::BodyOrigin origin_of(const NbodyOptions& o) {
    const io::BodyOrigin defaults;
    return {.input = o.input,
            .model = o.input.empty() ? o.model.value_or("plummer") : "",
            .n = o.n.value_or(4096),
            .seed = o.seed.value_or(defaults.seed),
            .w0 = o.w0.value_or(defaults.w0),
            .virial_ratio = o.virial_ratio.value_or(defaults.virial_ratio)};
}

io::Snapshot fresh(const NbodyOptions& o, const runtime::Ranks& ranks) {
    io::Snapshot s;
    s.eps = o.eps.value_or(1.0 / 32);
    s.gravity = o.gravity.value_or(1);
    s.precision = o.precision.value_or("single");
    s.origin = origin_of(o);
    if (s.origin.is_model()) {
        s.bodies = make_bodies(s.origin, s.gravity);
    } else {
        auto file = io::read_bodies(o.input, ranks);
        s.bodies = std::move(file.bodies);
        s.time = file.time;
        s.origin.n = s.bodies.size();
    }
    s.start_time = s.time;
    s.clock = {o.dt.value_or(1.0 / 128), s.time, 0};
    return s;
}

io::Snapshot resumed(const NbodyOptions& o, const runtime::Ranks& ranks) {
    auto s =
        io::read_snapshot(*io::open_shared(o.resume, io::Share{{}, ranks}));
    const ResumeAgreement with{o.resume, "--in"};
    with.check("--eps", o.eps, s.eps);
    with.check("--dt", o.dt, s.clock.dt);
    with.check("--gravity", o.gravity, s.gravity);
    with.check("--precision", o.precision, s.precision);
    with.check("--n", o.n, s.bodies.size());
    if (s.origin.is_model()) {
        if (!o.input.empty())
            throw UsageError(fmt::format(
                "--in {}: the run that {} goes on with began with --model {}",
                o.input, o.resume, s.origin.model));
    } else {
        if (o.model || o.seed || o.w0 || o.virial_ratio)
            throw UsageError(fmt::format(
                "the run that {} goes on with began with --in {}, not with a "
                "model",
                o.resume, s.origin.input));
        if (!o.input.empty())
            with.check("--in", std::optional{o.input}, s.origin.input);
    }
    with.check("--model", o.model, s.origin.model);
    with.check("--seed", o.seed, s.origin.seed);
    with.check("--w0", o.w0, s.origin.w0);
    with.check("--virial-ratio", o.virial_ratio, s.origin.virial_ratio);
    return s;
}

/// The number of the last step.
std::uint64_t find_end(const NbodyOptions& o, const io::Snapshot& begin) {
    if (!o.until) return o.steps.value_or(128);
    if (*o.until < begin.time)
        throw UsageError(fmt::format(
            "--until: expected a time from {} on, where the run begins, "
            "found {}",
            begin.time, *o.until));
    // Up to there the numbers of steps are exact in double.
    if ((*o.until - begin.time) / begin.clock.dt > 1e15)
        throw UsageError(fmt::format("--until {}: more than 1e15 steps of {}",
                                     *o.until, begin.clock.dt));
    return std::max(begin.step, begin.clock.last_step(*o.until));
}

}  // namespace

std::uint64_t NbodyPlan::next_output(std::uint64_t done) const {
    return std::min(last_step, (done / every + 1) * every);
}

std::uint64_t NbodyPlan::outputs() const {
    std::uint64_t count = 1;
    for (auto step = begin.step; step < last_step; step = next_output(step))
        ++count;
    return count;
}

NbodyPlan make_plan(const NbodyOptions& o, const runtime::Ranks& ranks) {
    NbodyPlan plan;
    plan.resumed = !o.resume.empty();
    plan.begin = plan.resumed ? resumed(o, ranks) : fresh(o, ranks);
    plan.last_step = find_end(o, plan.begin);
    plan.end = o.until;
    if (plan.last_step < plan.begin.step)
        throw UsageError(fmt::format(
            "--steps {}: {} is at step {} already; steps are counted from the "
            "start of the run",
            plan.last_step, o.resume, plan.begin.step));
    if (plan.steps() == 0) plan.end.reset();
    plan.every =
        o.every.value_or(std::max<std::uint64_t>(1, plan.steps() / 10));
    plan.checkpoint_every = o.checkpoint_every.value_or(plan.every);
    return plan;
}

}  // namespace tasuki::drivers
