#include "graphs/quenched/sweep.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "codelets/lattice/observables.hpp"
#include "codelets/quenched/heatbath/reference.hpp"
#include "codelets/quenched/overrelaxation/reference.hpp"
#include "fields.hpp"

namespace tasuki::graphs {

namespace {

constexpr double kBeta = 5.7;
constexpr std::uint64_t kSeed = 42;
constexpr int kOverrelaxation = 2;

runtime::ContextOptions cpus(int workers) {
    runtime::ContextOptions options;
    options.cpu_workers = workers;
    options.gpus = 0;
    return options;
}

/// All sweeps submitted at once, without a barrier.
lattice::GaugeField swept(const lattice::GaugeField& start, int slabs,
                          int workers, std::uint32_t sweeps) {
    runtime::Context context{cpus(workers)};
    SlabbedGaugeField u{context, start, slabs};
    for (std::uint32_t number = 1; number <= sweeps; ++number)
        submit_quenched_sweep(context, u,
                              {kBeta, kSeed, number, kOverrelaxation});
    return u.collect();
}

lattice::GaugeField swept_by_reference(lattice::GaugeField u) {
    const auto for_each_step = [&](const auto& step) {
        for (int mu = 0; mu < 4; ++mu)
            for (const int odd : {0, 1}) step(mu, odd);
    };
    for_each_step([&](int mu, int odd) {
        quenched::heatbath::reference(u, mu, odd, kBeta, kSeed, 1);
    });
    for (int k = 0; k < kOverrelaxation; ++k)
        for_each_step([&](int mu, int odd) {
            quenched::overrelaxation::reference(u, mu, odd);
        });
    return u;
}

}  // namespace

TEST_CASE("a sweep equals its reference") {
    const auto start = lattice::hot_start(test::kLattice, 7);
    // The updates are chaotic: measured, a difference of 1e-13 grows to 4e-9
    // in one heat bath and two overrelaxations.  Rounding is 1e-15; an error
    // of the formula is 1.
    CHECK(test::max_difference(swept(start, 4, 1, 1),
                               swept_by_reference(start)) < 1e-8);
}

TEST_CASE("sweeps are bitwise the same for every cut and worker") {
    const auto start = lattice::hot_start(test::kLattice, 7);
    const auto whole = swept(start, 1, 1, 3);
    for (const int workers : {1, 2})
        for (const int slabs : {1, 2, 4, 8}) {
            CAPTURE(workers);
            CAPTURE(slabs);
            CHECK(swept(start, slabs, workers, 3).links() == whole.links());
        }
}

TEST_CASE("a sweep ends in SU(3) to rounding") {
    // As far off as many sweeps without reunitarisation would bring it: an
    // update multiplies by SU(2) and keeps the norm of a link.
    auto start = lattice::hot_start(test::kLattice, 8);
    for (auto& link : start.links())
        for (auto& entry : link.e) entry *= 1 + 1e-6;
    REQUIRE(lattice::worst_unitarity(start).defect > 1e-6);
    const auto u = swept(start, 2, 1, 1);
    CHECK(lattice::worst_unitarity(u).defect < 1e-14);
}

TEST_CASE("another seed and another sweep draw other links") {
    runtime::Context context{cpus(1)};
    const auto cold = lattice::cold_start(test::kLattice);
    const auto once = [&](std::uint64_t seed, std::uint32_t number) {
        SlabbedGaugeField u{context, cold, 2};
        submit_quenched_sweep(context, u, {kBeta, seed, number, 0});
        return u.collect();
    };
    const auto u = once(1, 1);
    CHECK(test::max_difference(once(1, 1), u) == 0);
    CHECK(test::max_difference(once(2, 1), u) > 0.1);
    CHECK(test::max_difference(once(1, 2), u) > 0.1);
}

TEST_CASE("what a sweep cannot do is refused before a task exists") {
    runtime::Context context{cpus(1)};
    for (int mu = 0; mu < 4; ++mu) {
        lattice::Extents odd{{4, 4, 4, 4}};
        odd.n[mu] = 3;
        SlabbedGaugeField u{context, lattice::cold_start(odd), 1};
        CHECK_THROWS_WITH_AS(submit_quenched_sweep(context, u, {6.0, 1, 1, 1}),
                             doctest::Contains("expected even extents"),
                             runtime::UsageError);
    }
    const auto cold = lattice::cold_start(test::kLattice);
    SlabbedGaugeField u{context, cold, 2};
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    for (const double beta : {0.0, -6.0, kInfinity, std::nan("")})
        CHECK_THROWS_AS(submit_quenched_sweep(context, u, {beta, 1, 1, 1}),
                        runtime::UsageError);
    for (const int slabs : {-1, 0, 3, 16})
        CHECK_THROWS_AS((SlabbedGaugeField{context, cold, slabs}),
                        runtime::UsageError);
    CHECK(test::max_difference(u.collect(), cold) == 0);
}

TEST_CASE("the cut divides any T extent, for any number of CPUs") {
    for (int t = 2; t <= 32; t += 2)
        for (int count = 1; count <= 16; ++count) {
            CAPTURE(t);
            CAPTURE(count);
            const auto cut = choose_cut({{4, 4, 4, t}}, count);
            CHECK(count % cut.workers == 0);
            CHECK(t % cut.slabs == 0);
        }
}

}  // namespace tasuki::graphs
