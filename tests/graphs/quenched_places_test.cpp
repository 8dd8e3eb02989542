// Sweeps of a quenched field on CPUs and GPUs: the same bits.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "graphs/quenched/plaquette.hpp"
#include "graphs/quenched/sweep.hpp"
#include "tests/codelets/backends.hpp"

namespace {

using namespace tasuki;
using runtime::Where;

/// All different, and fewer sites of a parity than fill a block of threads.
constexpr lattice::Extents kLattice{{4, 2, 6, 8}};
constexpr std::uint32_t kSweeps = 5;

/// beta that is large and small: a heat bath has one method for each.
graphs::QuenchedSweep sweep_of(double beta, Where where) {
    return {.beta = beta, .seed = 42, .overrelaxation = 2, .where = where};
}

lattice::GaugeField swept(const lattice::GaugeField& start, int slabs,
                          const graphs::QuenchedSweep& sweep) {
    graphs::SlabbedGaugeField u{test::context(), start, slabs};
    graphs::QuenchedSweeps sweeps{test::context(), u, sweep};
    for (std::uint32_t n = 1; n <= kSweeps; ++n) sweeps.submit(n);
    return u.collect();
}

}  // namespace

TEST_CASE("recorded sweeps are those that are submitted one by one") {
    const auto start = lattice::hot_start(kLattice, 7);
    graphs::SlabbedGaugeField u{test::context(), start, 2};
    auto sweep = sweep_of(5.7, Where::cpu);
    for (sweep.number = 1; sweep.number <= kSweeps; ++sweep.number)
        graphs::submit_quenched_sweep(test::context(), u, sweep);
    CHECK(u.collect().links() == swept(start, 2, sweep).links());
}

TEST_CASE("sweeps have the same bits on every worker and for every cut") {
    const auto start = lattice::hot_start(kLattice, 8);
    for (const double beta : {0.2, 5.7}) {
        CAPTURE(beta);
        const auto expected = swept(start, 1, sweep_of(beta, Where::cpu));
        REQUIRE(expected.links() != start.links());
        for (const auto where : test::backends())
            for (const int slabs : {1, 2, 4, 8}) {
                CAPTURE(test::name_of(where));
                CAPTURE(slabs);
                CHECK(swept(start, slabs, sweep_of(beta, where)).links() ==
                      expected.links());
            }
    }
}

TEST_CASE("sweeps go on where other workers have left the links") {
    const auto start = lattice::hot_start(kLattice, 9);
    const auto expected = swept(start, 1, sweep_of(5.7, Where::cpu));
    graphs::SlabbedGaugeField u{test::context(), start, 2};
    const auto backends = test::backends();
    for (std::uint32_t n = 1; n <= kSweeps; ++n) {
        auto sweep = sweep_of(5.7, backends[n % backends.size()]);
        sweep.number = n;
        graphs::submit_quenched_sweep(test::context(), u, sweep);
    }
    CHECK(u.collect().links() == expected.links());
}

TEST_CASE("the plaquette has the bits of the host's") {
    for (const auto& extents : {kLattice, lattice::Extents{{2, 4, 2, 2}}}) {
        auto start = lattice::hot_start(extents, 10);
        for (const auto where : test::backends())
            for (int slabs = 1; slabs <= extents[3]; slabs *= 2) {
                CAPTURE(test::name_of(where));
                CAPTURE(slabs);
                const graphs::SlabbedGaugeField u{test::context(), start,
                                                  slabs};
                const auto found =
                    graphs::PendingPlaquette{test::context(), u, where}.value();
                const auto expected = lattice::plaquette(start);
                CHECK(found.average == expected.average);
                CHECK(found.spatial == expected.spatial);
                CHECK(found.temporal == expected.temporal);
            }
    }
}

TEST_CASE("the plaquette is that of the tasks before, not of those behind") {
    const auto start = lattice::cold_start(kLattice);
    for (const auto where : test::backends()) {
        graphs::SlabbedGaugeField u{test::context(), start, 4};
        const graphs::PendingPlaquette before{test::context(), u, where};
        graphs::submit_quenched_sweep(test::context(), u, sweep_of(5.7, where));
        const graphs::PendingPlaquette behind{test::context(), u, where};
        CHECK(before.value().average == 1);
        CHECK(behind.value().average < 0.99);
        CHECK(behind.value().average ==
              lattice::plaquette(u.collect()).average);
    }
}

TEST_CASE("a link that is no number is no number in the plaquette") {
    auto start = lattice::cold_start(kLattice);
    start.link(kLattice.volume() - 1, 2)(1, 1) =
        std::numeric_limits<double>::quiet_NaN();
    for (const auto where : test::backends()) {
        const graphs::SlabbedGaugeField u{test::context(), start, 2};
        CHECK(std::isnan(graphs::PendingPlaquette{test::context(), u, where}
                             .value()
                             .average));
    }
}
