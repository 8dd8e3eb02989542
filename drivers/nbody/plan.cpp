#include "drivers/nbody/plan.hpp"

#include <fmt/format.h>

#include <utility>

#include "drivers/common/resume_agreement.hpp"
#include "drivers/nbody/models/model.hpp"
#include "io/same_file.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/log.hpp"

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
        check_model(s.origin);
    } else {
        auto file = io::read_bodies(o.input, ranks);
        if (ranks.is_first())
            for (const auto& text : file.warnings)
                runtime::logger().warn("--in {}: {}", o.input, text);
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
                "--in {}: {} was written by a run that began with --model {}",
                o.input, o.resume, s.origin.model));
    } else {
        if (o.model || o.seed || o.w0 || o.virial_ratio)
            throw UsageError(fmt::format(
                "{} was written by a run that began with --in {}, not with a "
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

}  // namespace

NbodyPlan make_plan(const NbodyOptions& o, const runtime::Ranks& ranks) {
    auto begin = o.resume.empty() ? fresh(o, ranks) : resumed(o, ranks);
    const auto steps = plan_steps(o, begin.step, begin.time, begin.clock,
                                  {"--until", o.until, o.steps.value_or(128)});
    return {steps, std::move(begin)};
}

void fill_plan(const NbodyOptions&, NbodyPlan& plan) {
    auto& begin = plan.begin;
    if (begin.bodies.size() == 0)
        begin.bodies = make_bodies(begin.origin, begin.gravity);
}

}  // namespace tasuki::drivers
