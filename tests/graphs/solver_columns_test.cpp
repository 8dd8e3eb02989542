// Several right-hand sides at once: each is solved as it is on its own.
#include <doctest/doctest.h>

#include <algorithm>

#include "runtime/core/error.hpp"
#include "tests/close.hpp"
#include "tests/graphs/solver_blocks.hpp"
#include "tests/skip.hpp"

namespace tasuki::tests::over_blocks {

namespace {

using graphs::solver::Limits;

/// Three of different sizes.
std::vector<SpinorField> sources(const lattice::Region& region) {
    std::vector<SpinorField> all{
        lattice::random_source(region, 4),
        lattice::point_source(region, {1, 2, 3, 4}, 2, 1),
        lattice::random_source(region, 5)};
    for (auto& site : all[2].sites)
        for (auto& c : site) c *= 1e-3;
    return all;
}

/// None for more than four ranks, where the case is skipped.
std::vector<Decomposition> cuts() {
    const int ranks = context().ranks().size();
    const RankGrid grid{{{1, 1, 1, ranks}}, context().ranks().rank()};
    if (ranks > 4) {
        test::skip("the lattice has blocks for four ranks");
        return {};
    }
    if (ranks > 1) return {{kExtents, {{1, 1, 1, 4}}, grid}};
    return {{kExtents, {{1, 1, 1, 1}}}, {kExtents, {{1, 2, 1, 2}}}};
}

void check_columns(const Decomposition& cut, const EvenOddOptions& options,
                   const Way& way) {
    CAPTURE(name_of(way));
    CAPTURE(cut.blocks());
    const auto u = smooth_start(kExtents, 3);
    const auto b = sources(cut.local_region());
    const Limits limits{kTolerance, 1000};
    WilsonSolver alone{context(), cut, u, options, way.method, way.inner};
    // One takes fewer iterations than the others.
    const auto near = alone.solve(b[1], {1e-4, 1000}).x;
    const SpinorField* const starts[] = {nullptr, &near, nullptr};
    WilsonSolver together{context(), cut, u, options, way.method, way.inner, 4};
    const auto solutions =
        together.solve({{b[0]}, {b[1], starts[1]}, {b[2]}}, limits);
    REQUIRE(solutions.size() == 3);
    for (std::size_t c = 0; c < 3; ++c) {
        CAPTURE(c);
        const auto& s = solutions[c];
        CHECK(s.convergence.outcome == Outcome::converged);
        CHECK(s.inner == way.inner);
        const double by_reference = residual(
            u, gathered(s.x), sources(lattice::Region{kExtents})[c], options);
        CHECK(by_reference < kTolerance);
        CHECK(std::abs(by_reference - s.true_residual) < 1e-14);
        // Refinements come when all columns need one.
        if (way.inner != Inner::none) continue;
        const auto expected = alone.solve(b[c], limits, {}, starts[c]);
        CHECK(s.x.sites == expected.x.sites);
        CHECK(s.convergence.residuals == expected.convergence.residuals);
    }
    CHECK(solutions[1].convergence.iterations <
          solutions[0].convergence.iterations);
}

}  // namespace

TEST_CASE("boxes of ones are fields, and sums over sites those of the fields") {
    for (const auto& cut : cuts())
        for (const std::string worker : {"cpu", "gpu"}) {
            if (worker == "gpu" &&
                context().count(runtime::Worker::Kind::gpu) == 0)
                continue;
            CAPTURE(worker);
            const lattice::Region local = cut.local_region();
            graphs::solver::Lattice lattice{
                context(), cut, {kSmallKappa, -1, Placement::parse(worker)}, 4};
            graphs::solver::EvenOddField<double> field{lattice};
            // A point, a wall, and a box that goes on at the first site.
            const std::vector<lattice::UnitField> units{
                {{kExtents, {1, 2, 3, 4}, {{1, 1, 1, 1}}}, 7},
                {{kExtents, {0, 0, 0, 5}, {{4, 4, 4, 1}}}, 0},
                {{kExtents, {3, 2, 0, 7}, {{2, 3, 4, 2}}}, 11}};
            field.submit_units(units);
            for (std::size_t c = 0; c < 4; ++c) {
                CAPTURE(c);
                const auto found = field.read(static_cast<int>(c));
                std::size_t wrong = 0;
                for (std::size_t n = 0; n < local.volume(); ++n)
                    for (int k = 0; k < 12; ++k) {
                        const bool is_one =
                            c < units.size() && k == units[c].component &&
                            units[c].where.contains(local.site(n));
                        wrong += found.sites[n][k] !=
                                 lattice::Complex{is_one ? 1.0 : 0.0};
                    }
                CHECK(wrong == 0);
            }
            const auto b = sources(local);
            field.write({&b[0], nullptr, &b[2]});
            CHECK(field.read(2).sites == b[2].sites);
            field.submit_site_norms();
            for (const int mu : {2, 3}) {
                std::vector<double> sums(kExtents[mu], 1.0);
                field.add_slice_norms(2, mu, sums);
                std::vector<double> expected(kExtents[mu], 1.0);
                for (std::size_t n = 0; n < local.volume(); ++n)
                    for (const auto& component : b[2].sites[n])
                        expected[local.site(n)[mu]] += std::norm(component);
                for (int at = 0; at < kExtents[mu]; ++at)
                    CHECK(test::close(sums[at], expected[at], 1e-14));
                std::ranges::fill(sums, 0.0);
                field.add_slice_norms(1, mu, sums);
                CHECK(std::ranges::max(sums) == 0);
            }
        }
}

TEST_CASE("boxes of ones and fields are not solved for together") {
    const auto all = cuts();
    if (all.empty()) return;
    const auto u = smooth_start(kExtents, 3);
    const auto b = sources(all.front().local_region());
    WilsonSolver solver{context(),  all.front(), u, {kSmallKappa, -1, kCpu},
                        Method::cg, Inner::none, 2};
    const lattice::UnitField unit{{kExtents, {1, 2, 3, 4}, {{1, 1, 1, 1}}}, 0};
    CHECK_THROWS_AS(solver.solve({{b[0]}, {unit}}, {kTolerance, 1000}),
                    runtime::UsageError);
}

TEST_CASE("sources that are solved together are solved as they are alone") {
    for (const auto& cut : cuts())
        for (const Way& way : kWays)
            check_columns(cut, {kSmallKappa, -1, kCpu}, way);
}

TEST_CASE("they are with a clover term and a twisted mass") {
    for (const auto& cut : cuts())
        for (const Way& way : {kWays[0], kWays[1], kWays[4]})
            check_columns(
                cut,
                {.kappa = kSmallKappa, .placement = kCpu, .csw = 1, .mu = 0.1},
                way);
}

TEST_CASE("they begin from what each has reached") {
    const auto all = cuts();
    if (all.empty()) return;
    const Decomposition& cut = all.front();
    const auto u = smooth_start(kExtents, 3);
    const auto b = sources(cut.local_region());
    const Limits limits{kTolerance, 1000};
    WilsonSolver solver{context(),  cut,         u, {kSmallKappa, -1, kCpu},
                        Method::cg, Inner::none, 2};
    std::vector<SpinorField> reached;
    std::vector<graphs::solver::Progress> last;
    solver.solve({{b[0]}, {b[1]}}, {1e-3, 1000}, [&](const auto& progress) {
        last = progress;
        reached = {solver.state(0), solver.state(1)};
    });
    REQUIRE(last.size() == 2);
    CHECK(last[0].residual < 1);
    CHECK(last[1].iterations > 0);
    const auto rest =
        solver.solve({{b[0], &reached[0]}, {b[1], &reached[1]}}, limits);
    const auto whole = solver.solve({{b[0]}, {b[1]}}, limits);
    for (std::size_t c = 0; c < 2; ++c) {
        CHECK(rest[c].convergence.outcome == Outcome::converged);
        CHECK(rest[c].convergence.residuals.front() < 0.1);
        CHECK(rest[c].convergence.iterations < whole[c].convergence.iterations);
    }
}

TEST_CASE("one that is not solved in time leaves the others their solutions") {
    const auto all = cuts();
    if (all.empty()) return;
    const Decomposition& cut = all.front();
    const auto u = smooth_start(kExtents, 3);
    const auto b = sources(cut.local_region());
    WilsonSolver solver{context(),  cut,         u, {kSmallKappa, -1, kCpu},
                        Method::cg, Inner::none, 2};
    const auto near = solver.solve(b[1], {1e-4, 1000}).x;
    const auto whole =
        solver.solve({{b[0]}, {b[1], &near}}, {kTolerance, 1000});
    const auto some = solver.solve(
        {{b[0]}, {b[1], &near}}, {kTolerance, whole[1].convergence.iterations});
    CHECK(some[0].convergence.outcome == Outcome::too_slow);
    CHECK(some[1].convergence.outcome == Outcome::converged);
    CHECK(some[1].x.sites == whole[1].x.sites);
}

}  // namespace tasuki::tests::over_blocks
