#include "drivers/solve/bench/iteration.hpp"

#include <fmt/format.h>

#include <cmath>

#include "drivers/common/bandwidth.hpp"
#include "drivers/common/seconds.hpp"
#include "graphs/solver/wilson_solver.hpp"
#include "io/print.hpp"
#include "json/json.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/median.hpp"

namespace tasuki::drivers {

namespace {

using graphs::solver::Inner, graphs::solver::Method;
using graphs::solver::WilsonSolver;
using graphs::wilson::Placement;

/// Of the links of a hot start: so near to its critical value, 1/4, that a
/// thousand iterations do not end.  The field strength of these links is so
/// large that, with the same kappa, A would have eigenvalues near zero.
double kappa(double csw) {
    return 0.24 / (1 + std::abs(csw));
}

constexpr double kTolerance = 0.1;
/// Of each repetition, and before the first one: launches are tuned and lists
/// of tasks recorded in these.
constexpr int kIterations = 20;

/// In every column the same source.
void check(WilsonSolver& solver, const IterationCase& what,
           const runtime::Worker& worker) {
    const auto source = lattice::random_source(what.extents, 2);
    const std::vector<WilsonSolver::Source> sources(
        static_cast<std::size_t>(what.columns), {source});
    for (const auto& solution : solver.solve(sources, {kTolerance, 1000}))
        if (!(solution.true_residual <= kTolerance))
            throw runtime::NumericsError(fmt::format(
                "{} in {} precision on {}: expected a residual of {} or less, "
                "found {:.2g}",
                what.solver, what.precision, worker.name, kTolerance,
                solution.true_residual));
}

}  // namespace

Inner IterationCase::inner() const {
    if (precision == "double") return Inner::none;
    return precision == "single" ? Inner::single : Inner::half;
}

graphs::solver::EvenOddOptions IterationCase::options(
    const Placement& placement) const {
    return {kappa(csw), -1, placement, csw, mu};
}

double IterationCase::device_bytes() const {
    const graphs::wilson::Decomposition whole{extents, {{1, 1, 1, 1}}};
    return WilsonSolver::device_bytes(whole, inner(), 1, columns) +
           (options(Placement::Name::cpu).has_clover_term()
                ? WilsonSolver::clover_bytes(whole, inner(), 1)
                : 0);
}

double IterationRow::median_seconds() const {
    return runtime::median(seconds);
}

double IterationRow::bytes() const {
    double sum = 0;
    for (const auto& kernel : kernels) sum += kernel.calls * kernel.bytes;
    return sum;
}

double IterationRow::kernels_seconds() const {
    double sum = 0;
    for (const auto& kernel : kernels) sum += kernel.calls * kernel.seconds;
    return sum;
}

IterationRow time_iteration(runtime::Context& context,
                            const runtime::Worker& worker,
                            const IterationCase& what) {
    const bool on_gpu = worker.kind == runtime::Worker::Kind::gpu;
    const auto method = what.solver == "cg" ? Method::cg : Method::bicgstab;
    const auto options =
        what.options(on_gpu ? Placement::Name::gpu : Placement::Name::cpu);
    const auto u = lattice::hot_start(what.extents, 1);
    const graphs::wilson::Decomposition whole{what.extents, {{1, 1, 1, 1}}};
    IterationRow row{what.extents,
                     what.solver,
                     what.precision,
                     what.csw,
                     what.mu,
                     what.columns,
                     worker.name,
                     0,
                     {},
                     {}};
    row.bandwidth_gbs =
        total_gbs(measure_bandwidth(context, what.device_bytes()), worker.kind);
    row.kernels =
        time_iteration_kernels(context, worker, u, options, method,
                               what.inner(), what.columns, what.repetitions);
    WilsonSolver solver{context, whole,        u,           options,
                        method,  what.inner(), what.columns};
    check(solver, what, worker);
    solver.iterate(kIterations, 0);
    for (int k = 0; k < what.repetitions; ++k) {
        const double seconds = solver.iterate(kIterations, 0);
        if (seconds == 0)
            throw runtime::NumericsError(fmt::format(
                "{} in {} precision on {} ended before its {} iterations",
                what.solver, what.precision, worker.name, kIterations));
        row.seconds.push_back(seconds / kIterations / what.columns);
    }
    return row;
}

void print_iterations_head() {
    io::print("{:<12} {:<8} {:<7} {:>3} {:>10} {:>10} {:>10} {:>8} {:>8}  {}\n",
              "lattice", "solver", "stores", "rhs", "iter [ms]", "floor [ms]",
              "kern. [ms]", "/ floor", "/ kern.", "worker, bandwidth");
}

void print_iteration(const IterationRow& r) {
    io::print(
        "{:<12} {:<8} {:<7} {:>3} {:>10.4g} {:>10.4g} {:>10.4g} {:>8.3f} "
        "{:>8.3f}  {}, {:.4g} GB/s\n",
        lattice::to_string(r.extents), r.solver, r.precision, r.columns,
        1e3 * r.median_seconds(), 1e3 * r.floor_seconds(),
        1e3 * r.kernels_seconds(), r.over_floor(), r.over_kernels(), r.worker,
        r.bandwidth_gbs);
}

Json iterations_json(const std::vector<IterationRow>& rows) {
    auto all = Json::array();
    for (const IterationRow& r : rows) {
        auto kernels = Json::array();
        for (const auto& k : r.kernels)
            kernels.push_back({{"name", k.name},
                               {"calls", k.calls},
                               {"bytes", k.bytes},
                               {"seconds", k.seconds}});
        auto& row = all.push_back({{"lattice", r.extents.n},
                                   {"solver", r.solver},
                                   {"precision", r.precision},
                                   {"csw", r.csw},
                                   {"mu", r.mu},
                                   {"rhs", r.columns},
                                   {"worker", r.worker},
                                   {"bandwidth_gbs", r.bandwidth_gbs},
                                   {"bytes", r.bytes()},
                                   {"floor_seconds", r.floor_seconds()},
                                   {"kernels_seconds", r.kernels_seconds()},
                                   {"over_floor", r.over_floor()},
                                   {"over_kernels", r.over_kernels()},
                                   {"kernels", std::move(kernels)}});
        add_seconds(row, r.seconds);
    }
    return all;
}

}  // namespace tasuki::drivers
