#include "drivers/sphere/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "codelets/sphere/flow_sums.hpp"
#include "drivers/common/resume_agreement.hpp"
#include "drivers/sphere/start.hpp"
#include "io/same_file.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers {

namespace {

using runtime::UsageError;
using Kind = io::FlowOrigin::Kind;

io::FlowOrigin origin_of(const SphereOptions& o) {
    auto origin = io::parse_origin(o.start.value_or("rossby-haurwitz"));
    if (origin.kind != Kind::random && (o.seed || o.wind))
        throw UsageError(fmt::format("{} is for --start random, found {}",
                                     o.seed ? "--seed" : "--wind",
                                     origin.name()));
    origin.seed = o.seed.value_or(origin.seed);
    origin.wind = o.wind.value_or(origin.wind);
    return origin;
}

sphere::Damping damping_of(const SphereOptions& o, const io::FlowOrigin& origin,
                           int degrees) {
    if (o.viscosity) return {*o.viscosity, o.order.value_or(1)};
    const int order = o.order.value_or(4);
    if (!o.damping_time && origin.kind != Kind::random) return {0, order};
    return sphere::Damping::of_time(o.damping_time.value_or(0.1), degrees,
                                    order);
}

/// So that the strongest wind, taken as four times the mean one, passes the
/// half wavelength of degree M in two steps or more, and waves that come from
/// the rotation are followed closely; the day has a multiple of 24.
double suitable_step(const io::FlowSnapshot& s) {
    const auto sums = sphere::flow_sums(s.degrees, s.vorticity);
    const double by_wind = 4 * std::sqrt(2 * sums.energy) * s.degrees / 1.4;
    const double by_rotation = 10 * std::abs(s.rotation);
    const double wanted = std::max({by_wind, by_rotation, 1.0});
    return 1 / (24 * std::ceil(wanted / 24));
}

/// Without the vorticity of a flow that is made, and what follows from that.
io::FlowSnapshot fresh(const SphereOptions& o, const runtime::Ranks& ranks) {
    io::FlowSnapshot s;
    s.origin = origin_of(o);
    s.degrees = static_cast<int>(o.truncation.value_or(85));
    if (s.origin.kind == Kind::file) {
        auto file = io::read_flow(
            *io::open_shared(s.origin.file, io::Share{{}, ranks}));
        s.degrees = static_cast<int>(
            o.truncation.value_or(static_cast<std::uint64_t>(file.degrees)));
        s.vorticity = cut_to(s.degrees, file.degrees, file.vorticity);
    } else if (s.origin.kind == Kind::rossby_haurwitz) {
        check_wave(s.degrees, s.origin.degree, s.origin.order);
    }
    s.rotation = o.rotation.value_or(2 * std::numbers::pi);
    s.damping = damping_of(o, s.origin, s.degrees);
    return s;
}

io::FlowSnapshot resumed(const SphereOptions& o, const runtime::Ranks& ranks) {
    auto s = io::read_flow(*io::open_shared(o.resume, io::Share{{}, ranks}));
    const ResumeAgreement with{o.resume, "--start"};
    with.check("--truncation", o.truncation,
               static_cast<std::uint64_t>(s.degrees));
    if (o.start)
        with.check("--start", std::optional{io::parse_origin(*o.start).name()},
                   s.origin.name());
    with.check("--seed", o.seed, s.origin.seed);
    with.check("--wind", o.wind, s.origin.wind);
    with.check("--rotation", o.rotation, s.rotation);
    with.check("--dt", o.dt, s.clock.dt);
    with.check("--viscosity", o.viscosity, s.damping.viscosity);
    with.check("--order", o.order, s.damping.order);
    // The file has the viscosity, from which the same time comes only rounded.
    if (o.damping_time &&
        sphere::Damping::of_time(*o.damping_time, s.degrees, s.damping.order)
                .viscosity != s.damping.viscosity)
        with.refuse("--damping-time", *o.damping_time,
                    s.damping.viscosity == 0
                        ? "no damping"
                        : fmt::format("{:.6g}", 1 / s.damping.rate(s.degrees)));
    return s;
}

StepPlan steps_of(const SphereOptions& o, const io::FlowSnapshot& begin,
                  const io::StepClock& clock) {
    const auto end =
        o.steps ? std::nullopt : std::optional{o.days.value_or(10)};
    return plan_steps(o, begin.step, begin.time, clock,
                      {"--days", end, o.steps.value_or(0)});
}

}  // namespace

SpherePlan make_plan(const SphereOptions& o, const runtime::Ranks& ranks) {
    SpherePlan plan{{}, o.resume.empty() ? fresh(o, ranks) : resumed(o, ranks)};
    // Refuses an end that no step suits, before the step is known.
    auto clock = plan.begin.clock;
    if (o.resume.empty()) clock.dt = o.dt.value_or(1);
    (void)steps_of(o, plan.begin, clock);
    return plan;
}

void fill_plan(const SphereOptions& o, SpherePlan& plan) {
    auto& s = plan.begin;
    if (o.resume.empty()) {
        if (s.origin.kind == Kind::random)
            s.vorticity = random_flow(s.degrees, s.origin);
        if (s.origin.kind == Kind::rossby_haurwitz)
            s.vorticity =
                rossby_haurwitz(s.degrees, s.origin.degree, s.origin.order);
        s.clock = {o.dt ? *o.dt : suitable_step(s), 0, 0};
        const auto sums = sphere::flow_sums(s.degrees, s.vorticity);
        s.start_energy = sums.energy;
        s.start_enstrophy = sums.enstrophy;
    }
    static_cast<StepPlan&>(plan) = steps_of(o, s, s.clock);
}

}  // namespace tasuki::drivers
