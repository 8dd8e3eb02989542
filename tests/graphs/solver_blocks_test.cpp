// The solvers over blocks and ranks, on CPUs.
#include "tests/graphs/solver_blocks.hpp"

#include <algorithm>
#include <utility>

#include "runtime/core/error.hpp"
#include "tests/graphs/lists.hpp"
#include "tests/skip.hpp"

namespace tasuki::tests::over_blocks {
namespace {

/// Blocks of 2 x 2 x 2 x 4 have faces that fill half of a tile.
constexpr Extents kGrids[] = {{{2, 1, 1, 1}},
                              {{1, 2, 1, 2}},
                              {{1, 1, 2, 1}},
                              {{1, 1, 1, 4}},
                              {{2, 2, 2, 2}}};

/// Ranks of this run in a row along a direction.
RankGrid ranks_along(int mu) {
    RankGrid ranks{{{1, 1, 1, 1}}, context().ranks().rank()};
    ranks.ranks.n[mu] = context().ranks().size();
    return ranks;
}

}  // namespace

TEST_CASE("the solution is the same for every cut into blocks") {
    const EvenOddOptions options{kSmallKappa, -1, kCpu};
    for (const auto& way : kWays) {
        CAPTURE(name_of(way));
        const auto whole = solve({kExtents, {{1, 1, 1, 1}}}, options, way);
        for (const Extents& grid : kGrids) {
            // Many tasks, each for a few sites: double and half only.
            if (grid.volume() > 2 &&
                (way.inner == Inner::single ||
                 (way.method == Method::cg) != (way.inner == Inner::none)))
                continue;
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

TEST_CASE("lists over blocks give the bits of tasks") {
    const Decomposition cut{kExtents, {{2, 1, 1, 2}}};
    const EvenOddOptions options{kSmallKappa, -1, kCpu};
    for (const auto& way : {kWays[0], kWays[3], kWays[4]}) {
        CAPTURE(name_of(way));
        const auto solve_with = [&](bool lists) {
            const test::WithLists with{context(), lists};
            return solve(cut, options, way);
        };
        const auto tasks = solve_with(false), lists = solve_with(true);
        CHECK(lists.x.sites == tasks.x.sites);
        CHECK(lists.residuals == tasks.residuals);
    }
}

TEST_CASE("solutions have the same bits with links that are computed") {
    if (context().ranks().several()) return test::skip("needs one rank");
    const Decomposition cut{kExtents, {{1, 2, 1, 2}}};
    const auto stored = lattice::hot_start(kExtents, 5);
    const auto computed = lattice::GaugeField::computed(kExtents, 5);
    const auto b = lattice::random_source(kExtents, 6);
    const bool has_gpu = context().count(runtime::Worker::Kind::gpu) > 0;
    for (const Placement placement :
         {kCpu, has_gpu ? Placement{Placement::Name::gpu} : kCpu})
        for (const auto& way : {kWays[0], kWays[2], kWays[4]}) {
            CAPTURE(placement.to_string());
            CAPTURE(name_of(way));
            const auto solve_with = [&](const lattice::GaugeField& u) {
                WilsonSolver solver{context(),  cut,
                                    u,          {kSmallKappa, -1, placement},
                                    way.method, way.inner};
                return solver.solve(b, {kTolerance, 1000}).x.sites;
            };
            CHECK(solve_with(computed) == solve_with(stored));
        }
}

TEST_CASE("the solution on ranks does not depend on which has which block") {
    if (context().ranks().size() != 2) return test::skip("needs two ranks");
    const EvenOddOptions options{kSmallKappa, -1, kCpu};
    const Extents grid{{2, 1, 1, 2}};
    for (const auto& way : {kWays[0], kWays[1], kWays[4]}) {
        CAPTURE(name_of(way));
        const auto along_t =
            solve({kExtents, grid, ranks_along(3)}, options, way);
        const auto along_x =
            solve({kExtents, grid, ranks_along(0)}, options, way);
        CHECK(along_x.x.sites == along_t.x.sites);
        CHECK(along_x.residuals == along_t.residuals);
    }
}

TEST_CASE("an iteration with its messages is one list on ranks") {
    using Kind = runtime::Worker::Kind;
    if (context().ranks().size() != 2 || context().count(Kind::gpu) != 1)
        return test::skip("needs two ranks with a GPU each");
    const test::WithLists with{context()};
    const auto u = smooth_start(kExtents, 3);
    const Decomposition cut{kExtents, {{1, 1, 1, 2}}, ranks_along(3)};
    const auto b = lattice::random_source(cut.local_region(), 4);
    WilsonSolver solver{context(),  cut,
                        u,          {kSmallKappa, -1, Placement::Name::gpu},
                        Method::cg, Inner::none};
    std::vector<double> residuals;
    for (int k = 0; k < 3; ++k) {
        const auto s = solver.solve(b, {kTolerance, 1000});
        if (k > 0) CHECK(s.convergence.residuals == residuals);
        residuals = s.convergence.residuals;
    }
    const auto& counts = solver.graph()->counts();
    CHECK(counts.lists > 0);
    // 48 and 53 tasks, 21 of them messages.
    CHECK(counts.listed > 40 * counts.lists);
}

TEST_CASE("a clover term and a twisted mass are cut into blocks on ranks too") {
    if (context().ranks().size() > 4)
        return test::skip("the lattice has blocks for four ranks");
    for (const auto& [csw, mu] : {std::pair{1.2, 0.1}, {0.0, 0.3}})
        for (const auto& way : {kWays[0], kWays[3], kWays[4]}) {
            CAPTURE(name_of(way));
            CAPTURE(csw);
            solve({kExtents, {{1, 2, 1, 4}}, ranks_along(3)},
                  {kSmallKappa, -1, kCpu, csw, mu}, way);
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

}  // namespace tasuki::tests::over_blocks
