// The result of `tasuki solve` as a table and as JSON.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "drivers/common/seconds.hpp"
#include "drivers/common/worker_names.hpp"
#include "drivers/solve/run.hpp"
#include "io/print.hpp"
#include "json/json.hpp"
#include "runtime/core/median.hpp"

namespace tasuki::drivers {

namespace {

/// A bar whose length is the logarithm of `value` between the least and the
/// greatest of all.
std::string bar_of(double value, double least, double greatest) {
    constexpr double kLongest = 40;
    const double range = std::log(greatest / least);
    const double length =
        range > 0 ? kLongest * std::log(value / least) / range : kLongest;
    if (!std::isfinite(length)) return {};
    return std::string(static_cast<std::size_t>(1 + std::lround(length)), '#');
}

void print_correlator(const SolveOptions& o, const std::vector<double>& c) {
    const auto mass = effective_mass(c);
    const auto [least, greatest] = std::ranges::minmax(c);
    io::print("\n  {:>4} {:>14} {:>10}  C on a logarithmic scale\n",
              o.correlator_axis, "C", "mass");
    for (std::size_t d = 0; d < c.size(); ++d)
        io::print("  {:>4} {:>14.8g} {:>10}  {}\n", d, c[d],
                  mass[d] ? fmt::format("{:.5f}", *mass[d]) : "-",
                  bar_of(c[d], least, greatest));
}

/// "double", or "mixed with single", and what single was not enough for.
std::string precision_shown(const SolveOptions& o, const SolveResult& r) {
    const auto& last = r.sources.back().inner;
    if (last == graphs::solver::name_of(inner_of(o))) return precision_name(o);
    return fmt::format("{}, then {}", precision_name(o), last);
}

}  // namespace

std::string title_of(const SolveOptions& o, const SolvePlan& plan,
                     const SolveResult& r) {
    return fmt::format("solve {} {}, {}, policy {}", o.solver,
                       lattice::to_string(plan.extents), action_name(o),
                       r.policy);
}

void print_work(const SolveOptions& o, const SolvePlan& plan,
                const SolveResult& r) {
    io::print("  sources    {}: {} of them, {} at once\n", o.source,
              r.sources.size(), plan.columns);
    if (r.blocks.volume() > 1)
        io::print("  blocks     {}, on {} rank{}\n",
                  lattice::to_string(r.blocks), r.ranks.volume(),
                  r.ranks.volume() > 1 ? "s" : "");
    io::print("  workers    {}; placement {}, policy {}\n",
              join_workers(r.workers), r.placement, r.policy);
}

void print_time(const SolveResult& r) {
    io::print(
        "  time       {:.4g} s, {:.4g} s of it in iterations: {:.4g} ms each, "
        "{:.2f} GFLOP/s\n",
        r.seconds(), r.iterations_seconds(),
        1e3 * r.iterations_seconds() /
            static_cast<double>(std::max<std::int64_t>(r.iterations(), 1)),
        r.gflops());
}

void print_result(const SolveOptions& o, const SolvePlan& plan,
                  const SolveResult& r) {
    io::print("Quark propagator on {}\n", gauge_name(o));
    io::print("  lattice    {}, plaquette {:.7f}, {}, {} in T\n",
              lattice::to_string(plan.extents), r.propagator.plaquette,
              action_name(o), o.bc_t);
    print_work(o, plan, r);
    io::print("  solver     {}, even-odd, {}: {} iterations in all\n", o.solver,
              precision_shown(o, r), r.iterations());
    io::print("  residual   |b - M x| / |b| <= {:.2e} of all sources\n",
              r.worst_residual());
    print_time(r);
    print_phases(r.phases);
    if (!r.correlator.empty()) print_correlator(o, r.correlator);
    if (!o.out.empty()) io::print("\n  propagator in {}\n", o.out);
    if (!o.svg.empty()) io::print("\n  picture in {}\n", o.svg);
}

Json json_of(const SolveOptions& o, const SolvePlan& plan,
             const SolveResult& r) {
    Json j;
    j["gauge"] = gauge_name(o);
    j["lattice"] = plan.extents.n;
    j["blocks"] = r.blocks.n;
    j["ranks"] = r.ranks.n;
    j["plaquette"] = r.propagator.plaquette;
    j["kappa"] = o.kappa;
    j["csw"] = o.csw;
    j["mu"] = o.mu;
    j["bc_t"] = o.bc_t;
    j["source"] = o.source;
    j["rhs"] = plan.columns;
    j["solver"] = o.solver;
    j["tolerance"] = o.tolerance;
    j["precision"] = o.precision;
    j["placement"] = r.placement;
    j["policy"] = r.policy;
    j["workers"] = r.workers;
    j["iterations"] = r.iterations();
    j["true_residual"] = r.worst_residual();
    j["seconds"] = r.seconds();
    j["iterations_seconds"] = r.iterations_seconds();
    j["gflops"] = r.gflops();
    j["solution_seconds"] = runtime::median(r.solution_seconds);
    add_seconds(j, r.iteration_seconds);
    j["phases"] = phases_json(r.phases);
    j["resumed_sources"] = r.resumed_sources;
    j["sources"] = Json::array();
    for (const SolvedSource& s : r.sources)
        j["sources"].push_back({{"name", s.name},
                                {"iterations", s.iterations},
                                {"true_residual", s.true_residual},
                                {"seconds", s.seconds},
                                {"iterations_seconds", s.iterations_seconds},
                                {"inner", s.inner}});
    j["axis"] = o.correlator_axis;
    j["pion"] = r.correlator;
    j["effective_mass"] = Json::array();
    for (const auto& mass : effective_mass(r.correlator))
        j["effective_mass"].push_back(mass ? Json(*mass) : Json(nullptr));
    return j;
}

}  // namespace tasuki::drivers
