#include "codelets/quenched/overrelaxation/overrelaxation.hpp"

#include <doctest/doctest.h>

#include "codelets/lattice/observables.hpp"
#include "codelets/quenched/overrelaxation/reference.hpp"
#include "fields.hpp"

namespace tasuki::quenched::overrelaxation {

namespace {

void update(lattice::GaugeField& u, int mu, Parity parity, int slabs) {
    test::for_each_slab(u, slabs, [&](const auto& place, const auto& links) {
        run_cpu({place, mu, parity}, links);
    });
}

}  // namespace

TEST_CASE("overrelaxation equals its reference for every cut") {
    const auto start = lattice::hot_start(test::kLattice, 5);
    for (int mu = 0; mu < 4; ++mu)
        for (const Parity parity : test::kParities) {
            CAPTURE(mu);
            auto expected = start;
            reference(expected, mu, parity == Parity::odd ? 1 : 0);
            REQUIRE(test::max_difference(expected, start) > 0.5);
            for (const int slabs : {1, 2, 4, 8}) {
                CAPTURE(slabs);
                auto u = start;
                update(u, mu, parity, slabs);
                CHECK(test::max_difference(u, expected) < 1e-12);
            }
        }
}

TEST_CASE("overrelaxation moves every link and leaves the action") {
    const auto start = lattice::hot_start(test::kLattice, 6);
    auto u = start;
    for (int mu = 0; mu < 4; ++mu)
        for (const Parity parity : test::kParities) {
            const double before = lattice::plaquette(u).average;
            update(u, mu, parity, 2);
            // A mean of about 2000 terms of size <= 1.
            CHECK(std::abs(lattice::plaquette(u).average - before) < 1e-14);
        }
    double least = 1;
    for (std::size_t k = 0; k < u.links().size(); ++k) {
        double moved = 0;
        for (int i = 0; i < 9; ++i)
            moved = std::max(
                moved, std::abs(u.links()[k].e[i] - start.links()[k].e[i]));
        least = std::min(least, moved);
    }
    CHECK(least > 1e-3);
    CHECK(lattice::worst_unitarity(u).defect < 1e-13);
}

}  // namespace tasuki::quenched::overrelaxation
