// What `tasuki sphere` prints, and its JSON.
#include <fmt/format.h>

#include "drivers/common/seconds.hpp"
#include "drivers/common/worker_names.hpp"
#include "drivers/sphere/run.hpp"
#include "io/print.hpp"
#include "json/json.hpp"

namespace tasuki::drivers {

namespace {

/// "viscosity 1.2e-9 of order 4, T85 e-folds in 0.1 d"
std::string describe_damping(const io::FlowSnapshot& b) {
    const double rate = b.damping.rate(b.degrees);
    if (rate == 0) return "none";
    return fmt::format("nu {:.3g}, order {}: degree {} by e in {:.3g} d",
                       b.damping.viscosity, b.damping.order, b.degrees,
                       1 / rate);
}

std::string describe_origin(const io::FlowOrigin& origin) {
    if (origin.kind != io::FlowOrigin::Kind::random) return origin.name();
    return fmt::format("{}, seed {}, wind {:g}", origin.name(), origin.seed,
                       origin.wind);
}

Json kept_json(double initial, double last) {
    return {{"initial", initial},
            {"final", last},
            {"drift", drift_of(last, initial)}};
}

}  // namespace

std::string title_of(const SphereOptions&, const SpherePlan& plan,
                     const SphereResult& r) {
    return fmt::format("Flow on the sphere, T{}, {}, placement {}, policy {}",
                       plan.begin.degrees, plan.begin.origin.name(),
                       r.placement, r.policy);
}

void print_table_head(const SpherePlan& plan, const sphere::Grid& grid) {
    const io::FlowSnapshot& b = plan.begin;
    io::print("Barotropic vorticity equation, T{} on {} x {}, {}\n", b.degrees,
              grid.longitudes, grid.latitudes, describe_origin(b.origin));
    if (plan.resumed)
        io::print("  restart     from step {}, day {:g}\n", b.step, b.time);
    io::print("  parameters  dt {:.6g} d, rotation {:.6g} / d\n", b.clock.dt,
              b.rotation);
    io::print("  damping     {}\n\n", describe_damping(b));
    io::print("{:>9} {:>10} {:>12} {:>12} {:>10} {:>10} {:>6} {:>9}\n", "step",
              "day", "energy", "enstrophy", "dE/E", "dZ/Z", "CFL", "steps/s");
}

void print_table_line(const io::FlowLine& line, const io::FlowSnapshot& begin) {
    io::print(
        "{:>9.0f} {:>10.4f} {:>12.6g} {:>12.6g} {:>10.2e} {:>10.2e} "
        "{:>6.2f} {:>9}\n",
        line.step, line.time, line.energy, line.enstrophy,
        drift_of(line.energy, begin.start_energy),
        drift_of(line.enstrophy, begin.start_enstrophy), line.cfl,
        line.steps_per_second > 0 ? fmt::format("{:.4g}", line.steps_per_second)
                                  : "-");
}

void print_result(const SphereOptions&, const SpherePlan& plan,
                  const SphereResult& r) {
    io::print(
        "\n  workers     {}; placement {} ({:.0f} % on the CPU), policy "
        "{}\n",
        join_workers(r.workers), r.placement, 100 * r.cpu_fraction, r.policy);
    if (r.seconds.empty()) return;
    io::print("  time        {}\n",
              describe_seconds(r.seconds, "step", "stretches"));
    io::print("  speed       {:.4g} simulated days per hour\n",
              3600 * plan.begin.clock.dt / r.median_seconds());
}

Json json_of(const SphereOptions&, const SpherePlan& plan,
             const SphereResult& r) {
    const io::FlowSnapshot& b = plan.begin;
    Json j;
    j["truncation"] = b.degrees;
    j["grid"] = {{"longitudes", r.grid.longitudes},
                 {"latitudes", r.grid.latitudes}};
    j["start"] = b.origin.name();
    if (b.origin.kind == io::FlowOrigin::Kind::random) {
        j["seed"] = b.origin.seed;
        j["wind"] = b.origin.wind;
    }
    j["rotation"] = b.rotation;
    j["dt"] = b.clock.dt;
    j["viscosity"] = b.damping.viscosity;
    j["order"] = b.damping.order;
    j["first_step"] = b.step;
    j["steps"] = plan.last_step;
    j["time"] = r.last.time;
    j["energy"] = kept_json(b.start_energy, r.last.energy);
    j["enstrophy"] = kept_json(b.start_enstrophy, r.last.enstrophy);
    j["angular_momentum"] = r.last.angular_momentum;
    j["cfl"] = r.last.cfl;
    j["cfl_max"] = r.largest_cfl;
    j["placement"] = r.placement;
    j["cpu_fraction"] = r.cpu_fraction;
    j["policy"] = r.policy;
    j["workers"] = r.workers;
    j["snapshots"] = r.snapshots;
    if (r.seconds.empty()) return j;
    add_seconds(j, r.seconds);
    return j;
}

}  // namespace tasuki::drivers
