// Solutions over blocks, checked: shared by tests of the solvers.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "tests/graphs/solver_support.hpp"

namespace tasuki::tests::over_blocks {

using graphs::solver::EvenOddOptions, graphs::solver::WilsonSolver;
using graphs::solver::Inner, graphs::solver::Method, graphs::solver::Outcome;
using graphs::wilson::Decomposition, graphs::wilson::Placement,
    graphs::wilson::RankGrid;
using lattice::Extents, lattice::SpinorField;

inline constexpr Extents kExtents{{4, 4, 4, 8}};
inline constexpr Placement kCpu = Placement::Name::cpu;
/// Some ten iterations.
inline constexpr double kSmallKappa = 0.1, kTolerance = 1e-9;

/// What the solvers iterate with.
struct Way {
    Method method;
    Inner inner;
};
inline constexpr Way kWays[] = {
    {Method::cg, Inner::none},   {Method::bicgstab, Inner::none},
    {Method::cg, Inner::single}, {Method::bicgstab, Inner::single},
    {Method::cg, Inner::half},   {Method::bicgstab, Inner::half}};

inline std::string name_of(const Way& way) {
    return fmt::format("{}, {}", way.method == Method::cg ? "cg" : "bicgstab",
                       graphs::solver::name_of(way.inner));
}

/// A field of all ranks, on each of them.
inline SpinorField gathered(const SpinorField& local) {
    SpinorField whole{local.extents};
    for (std::size_t n = 0; n < local.sites.size(); ++n)
        whole.at(local.region.site(n)) = local.sites[n];
    context().ranks().sum({reinterpret_cast<double*>(whole.sites.data()),
                           24 * whole.sites.size()});
    return whole;
}

struct Solved {
    SpinorField x;
    std::vector<double> residuals;
};

/// Solves, and checks that the reference finds the solution right; in double
/// precision and few blocks a second time, for the same bits.
inline Solved solve(const Decomposition& cut, const EvenOddOptions& options,
                    const Way& way) {
    const auto u = smooth_start(kExtents, 3);
    const auto b = lattice::random_source(kExtents, 4);
    const auto own_b = lattice::random_source(cut.local_region(), 4);
    WilsonSolver solver{context(), cut, u, options, way.method, way.inner};
    const auto s = solver.solve(own_b, {kTolerance, 1000});
    CHECK(s.convergence.outcome == Outcome::converged);
    CHECK(s.inner == way.inner);
    auto x = gathered(s.x);
    const double by_reference = residual(u, x, b, options);
    CHECK(by_reference < kTolerance);
    CHECK(std::abs(by_reference - s.true_residual) < 1e-14);
    if (way.inner == Inner::none && cut.grid().volume() <= 4 &&
        options.placement.name() != Placement::Name::dynamic) {
        const auto again = solver.solve(own_b, {kTolerance, 1000});
        CHECK(again.x.sites == s.x.sites);
        CHECK(again.convergence.residuals == s.convergence.residuals);
    }
    return {std::move(x), s.convergence.residuals};
}

/// |M^-1| is below 20 here, and |b| about 110.
inline bool agree(const Solved& a, const Solved& b) {
    return largest_difference(a.x, b.x) < 20 * 2 * kTolerance * 110;
}

}  // namespace tasuki::tests::over_blocks
