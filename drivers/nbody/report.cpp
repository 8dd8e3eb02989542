// What `tasuki nbody` prints, and its JSON.
#include <fmt/format.h>

#include "drivers/common/seconds.hpp"
#include "drivers/common/worker_names.hpp"
#include "drivers/nbody/run.hpp"
#include "io/print.hpp"
#include "json/json.hpp"

namespace tasuki::drivers {

namespace {

using nbody::Sums;

Json sums_json(const Sums& s) {
    return {{"kinetic", s.kinetic},
            {"potential", s.potential},
            {"energy", s.energy()},
            {"mass", s.mass},
            {"centre", s.centre},
            {"momentum", s.momentum},
            {"angular_momentum", s.angular_momentum}};
}

/// "4096 bodies, plummer, seed 1" or "20000 bodies of galaxy.bin"
std::string describe_bodies(const io::Snapshot& begin) {
    const io::BodyOrigin& o = begin.origin;
    const auto n = begin.bodies.size();
    if (!o.is_model()) return fmt::format("{} bodies of {}", n, o.input);
    std::string more;
    if (o.model == "king") more = fmt::format(", W0 {}", o.w0);
    if (o.model == "uniform")
        more = fmt::format(", virial ratio {}", o.virial_ratio);
    return fmt::format("{} bodies, {}{}, seed {}", n, o.model, more, o.seed);
}

}  // namespace

std::string title_of(const NbodyOptions&, const NbodyPlan& plan,
                     const NbodyResult& r) {
    return fmt::format("N-body, {}, {} precision, placement {}, policy {}",
                       describe_bodies(plan.begin), plan.begin.precision,
                       r.placement, r.policy);
}

void print_problem(const NbodyPlan& plan) {
    const io::Snapshot& b = plan.begin;
    io::print("N-body, {}\n", describe_bodies(b));
    if (plan.resumed)
        io::print("  restart     from step {}, time {:g}\n", b.step, b.time);
    io::print("  parameters  eps {:g}, dt {:g}, G {:g}, {} precision\n", b.eps,
              b.clock.dt, b.gravity, b.precision);
}

void print_table_head() {
    io::print("\n{:>9} {:>10} {:>12} {:>12} {:>10} {:>9} {:>9}\n", "step",
              "time", "kinetic", "potential", "dE/|E|", "|dP|", "|dL|");
}

void print_table_line(const io::BodyLine& line, const Sums& start) {
    const Sums& s = line.sums;
    io::print(
        "{:>9.0f} {:>10.4f} {:>12.6g} {:>12.6g} {:>10.2e} {:>9.1e} "
        "{:>9.1e}\n",
        line.step, line.time, s.kinetic, s.potential, energy_error(s, start),
        distance(s.momentum, start.momentum),
        distance(s.angular_momentum, start.angular_momentum));
}

void print_result(const NbodyOptions&, const NbodyPlan& plan,
                  const NbodyResult& r) {
    const Sums& s = r.last.sums;
    io::print("\n");
    if (plan.steps() == 0) {
        io::print("  mass        {:.9g}\n", s.mass);
        io::print("  centre      {:.3e} {:.3e} {:.3e}\n", s.centre[0],
                  s.centre[1], s.centre[2]);
        io::print("  momentum    {:.3e} {:.3e} {:.3e}\n", s.momentum[0],
                  s.momentum[1], s.momentum[2]);
        if (s.potential != 0)
            io::print("  virial      {:.4f} (kinetic over -potential)\n",
                      -s.kinetic / s.potential);
    }
    print_speed(r, "measured in this run");
}

void print_speed(const NbodyResult& r, const char* origin) {
    io::print(
        "  workers     {}; placement {} ({:.0f} % on the CPU), policy "
        "{}\n",
        join_workers(r.workers), r.placement, 100 * r.cpu_fraction, r.policy);
    if (!r.variant.empty()) io::print("  GPU kernel  {}\n", r.variant);
    if (r.seconds.empty()) return;
    io::print("  time        {}\n",
              describe_seconds(r.seconds, "step", "stretches"));
    io::print(
        "  speed       {:.4g} interactions per second = {:.4g} TFLOP/s "
        "at 22 flop each\n",
        r.interactions_per_second(), r.tflops_22());
    if (r.peak_flops)
        io::print(
            "  peak        {:.1f} % of the {:.4g} TFLOP/s of "
            "multiply-adds {}\n",
            1e14 * r.tflops_22() / *r.peak_flops, 1e-12 * *r.peak_flops,
            origin);
}

Json json_of(const NbodyOptions&, const NbodyPlan& plan, const NbodyResult& r) {
    const io::Snapshot& b = plan.begin;
    Json j;
    j["n"] = r.bodies;
    if (b.origin.is_model()) {
        j["model"] = b.origin.model;
        j["seed"] = b.origin.seed;
        if (b.origin.model == "king") j["w0"] = b.origin.w0;
        if (b.origin.model == "uniform")
            j["virial_ratio"] = b.origin.virial_ratio;
    } else {
        j["input"] = b.origin.input;
    }
    j["eps"] = b.eps;
    j["dt"] = b.clock.dt;
    j["gravity"] = b.gravity;
    j["precision"] = b.precision;
    j["first_step"] = b.step;
    j["steps"] = plan.last_step;
    j["time"] = r.last.time;
    j["placement"] = r.placement;
    j["cpu_fraction"] = r.cpu_fraction;
    j["policy"] = r.policy;
    j["workers"] = r.workers;
    j["variant"] = r.variant;
    j["initial"] = sums_json(r.start);
    j["final"] = sums_json(r.last.sums);
    j["energy_error"] = energy_error(r.last.sums, r.start);
    j["momentum_drift"] = distance(r.last.sums.momentum, r.start.momentum);
    j["angular_momentum_drift"] =
        distance(r.last.sums.angular_momentum, r.start.angular_momentum);
    j["snapshots"] = r.snapshots;
    if (r.seconds.empty()) return j;
    add_seconds(j, r.seconds);
    j["interactions_per_second"] = r.interactions_per_second();
    j["tflops_22"] = r.tflops_22();
    if (r.peak_flops) {
        j["peak_tflops"] = 1e-12 * *r.peak_flops;
        j["peak_percent"] = 1e14 * r.tflops_22() / *r.peak_flops;
    }
    return j;
}

}  // namespace tasuki::drivers
