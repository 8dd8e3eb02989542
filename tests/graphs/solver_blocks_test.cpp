// The solvers over blocks, ranks and placements.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "runtime/core/error.hpp"
#include "tests/graphs/replays.hpp"
#include "tests/graphs/solver_support.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::tests;
using graphs::solver::EvenOddOptions, graphs::solver::WilsonSolver;
using graphs::solver::Inner, graphs::solver::Method, graphs::solver::Outcome;
using graphs::wilson::Decomposition, graphs::wilson::Placement,
    graphs::wilson::RankGrid;
using lattice::Extents, lattice::SpinorField;

constexpr Extents kExtents{{4, 4, 4, 8}};
constexpr Placement kCpu = Placement::Name::cpu;
/// Some twenty iterations.
constexpr double kSmallKappa = 0.1, kTolerance = 1e-11;

/// Blocks of 2 x 2 x 2 x 4 have faces that fill half of a tile.
constexpr Extents kGrids[] = {{{2, 1, 1, 1}},
                              {{1, 2, 1, 2}},
                              {{1, 1, 2, 1}},
                              {{1, 1, 1, 4}},
                              {{2, 2, 2, 2}}};

/// What the solvers iterate with.
struct Way {
    Method method;
    Inner inner;
};
constexpr Way kWays[] = {
    {Method::cg, Inner::none},   {Method::bicgstab, Inner::none},
    {Method::cg, Inner::single}, {Method::bicgstab, Inner::single},
    {Method::cg, Inner::half},   {Method::bicgstab, Inner::half}};

std::string name_of(const Way& way) {
    return fmt::format("{}, {}", way.method == Method::cg ? "cg" : "bicgstab",
                       graphs::solver::name_of(way.inner));
}

/// Ranks of this run in a row along a direction.
RankGrid ranks_along(int mu) {
    RankGrid ranks{{{1, 1, 1, 1}}, context().ranks().rank()};
    ranks.ranks.n[mu] = context().ranks().size();
    return ranks;
}

/// A field of all ranks, on each of them.
SpinorField gathered(const SpinorField& local) {
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

/// Solves twice, and checks that the reference finds the solution right and
/// that it is the same bits.
Solved solve(const Decomposition& cut, const EvenOddOptions& options,
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
    if (options.placement.name() != Placement::Name::dynamic) {
        const auto again = solver.solve(own_b, {kTolerance, 1000});
        CHECK(again.x.sites == s.x.sites);
        CHECK(again.convergence.residuals == s.convergence.residuals);
    }
    return {std::move(x), s.convergence.residuals};
}

/// |M^-1| is below 20 here, and |b| about 110.
bool agree(const Solved& a, const Solved& b) {
    return largest_difference(a.x, b.x) < 20 * 2 * kTolerance * 110;
}

}  // namespace

TEST_CASE("the solution is the same for every cut into blocks") {
    const EvenOddOptions options{kSmallKappa, -1, kCpu};
    for (const auto& way : kWays) {
        CAPTURE(name_of(way));
        const auto whole = solve({kExtents, {{1, 1, 1, 1}}}, options, way);
        for (const Extents& grid : {Extents{{2, 1, 1, 1}},
                                    {{1, 2, 1, 1}},
                                    {{1, 1, 2, 1}},
                                    {{1, 1, 1, 2}},
                                    {{1, 1, 1, 4}},
                                    {{2, 2, 2, 4}}}) {
            CAPTURE(lattice::to_string(grid));
            const auto cut = solve({kExtents, grid}, options, way);
            CHECK(agree(cut, whole));
            // Each of as many iterations as the precision gives or takes.
            const double more = static_cast<double>(cut.residuals.size()) -
                                static_cast<double>(whole.residuals.size());
            CHECK(std::abs(more) <= (way.inner == Inner::none ? 2 : 8));
        }
    }
}

TEST_CASE("a boundary between blocks is that of the lattice") {
    for (const int bc_t : {-1, +1}) {
        CAPTURE(bc_t);
        const EvenOddOptions options{kSmallKappa, bc_t, kCpu};
        const Way cg{Method::cg, Inner::none};
        CHECK(agree(solve({kExtents, {{2, 1, 1, 2}}}, options, cg),
                    solve({kExtents, {{1, 1, 1, 1}}}, options, cg)));
    }
}

TEST_CASE("every placement gives the solution") {
    auto placements = Placement::names();
    for (const char* split : {"split:0", "split:0.5", "split:1"})
        placements.emplace_back(split);
    const Way way{Method::cg, Inner::single};
    const auto expected =
        solve({kExtents, {{1, 1, 1, 1}}},
              {kSmallKappa, -1, Placement::Name::dynamic}, way);
    int used = 0;
    for (const auto& text : placements) {
        CAPTURE(text);
        const auto placement = Placement::parse(text);
        try {
            graphs::wilson::check_placement(context(), placement);
        } catch (const runtime::UnavailableError&) {
            continue;
        }
        ++used;
        const Decomposition cut{kExtents, {{1, 2, 1, 2}}};
        CHECK(agree(solve(cut, {kSmallKappa, -1, placement}, way), expected));
    }
    CHECK(used >= 2);
}

TEST_CASE("a replay over blocks gives the same bits") {
    const Decomposition cut{kExtents, {{2, 1, 1, 2}}};
    const EvenOddOptions options{kSmallKappa, -1, kCpu};
    for (const auto& way : kWays) {
        CAPTURE(name_of(way));
        bool& replays = context().session().replays;
        const bool before = std::exchange(replays, false);
        const auto tasks = solve(cut, options, way);
        replays = before;
        const test::ReplaysOn on{context()};
        const auto replayed = solve(cut, options, way);
        CHECK(replayed.x.sites == tasks.x.sites);
        CHECK(replayed.residuals == tasks.residuals);
    }
}

TEST_CASE("the solution on ranks does not depend on which has which block") {
    if (context().ranks().size() > 4) return;
    const EvenOddOptions options{kSmallKappa, -1, kCpu};
    const Extents grid = context().ranks().size() == 4 ? Extents{{1, 1, 1, 4}}
                                                       : Extents{{2, 1, 1, 2}};
    for (const auto& way : {kWays[0], kWays[1], kWays[4]}) {
        CAPTURE(name_of(way));
        const auto along_t =
            solve({kExtents, grid, ranks_along(3)}, options, way);
        if (context().ranks().size() == 2) {
            const auto along_x =
                solve({kExtents, grid, ranks_along(0)}, options, way);
            CHECK(along_x.x.sites == along_t.x.sites);
            CHECK(along_x.residuals == along_t.residuals);
        }
    }
}

TEST_CASE("a clover term and a twisted mass are cut into blocks on ranks too") {
    if (context().ranks().size() > 4) return;
    const EvenOddOptions options{kSmallKappa, -1, kCpu, 1.2, 0.1};
    for (const auto& way : {kWays[0], kWays[3]}) {
        CAPTURE(name_of(way));
        solve({kExtents, {{1, 2, 1, 4}}, ranks_along(3)}, options, way);
    }
}

TEST_CASE("blocks that do not divide the lattice are refused") {
    CHECK_THROWS_WITH_AS((Decomposition{kExtents, {{1, 1, 1, 3}}}),
                         doctest::Contains("do not divide the lattice"),
                         runtime::UsageError);
    CHECK_THROWS_WITH_AS((Decomposition{kExtents, {{4, 1, 1, 1}}}),
                         doctest::Contains("even extents needed"),
                         runtime::UsageError);
}
