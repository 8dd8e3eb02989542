#include "codelets/quenched/heatbath/heatbath.hpp"

#include <doctest/doctest.h>

#include "codelets/lattice/observables.hpp"
#include "codelets/quenched/heatbath/reference.hpp"
#include "fields.hpp"

namespace tasuki::quenched::heatbath {

TEST_CASE("heatbath equals its reference for every cut of the lattice") {
    constexpr double kBeta = 5.9;
    constexpr std::uint64_t kSeed = 0x1234567890abcdef;
    constexpr std::uint32_t kSweep = 17;
    const auto start = lattice::hot_start(test::kLattice, 3);
    for (int mu = 0; mu < 4; ++mu)
        for (const Parity parity : test::kParities) {
            CAPTURE(mu);
            const int odd = parity == Parity::odd ? 1 : 0;
            CAPTURE(odd);
            auto expected = start;
            reference(expected, mu, odd, kBeta, kSeed, kSweep);
            REQUIRE(test::max_difference(expected, start) > 0.5);
            for (const int slabs : {1, 2, 4, 8}) {
                CAPTURE(slabs);
                auto u = start;
                test::for_each_slab(
                    u, slabs, [&](const auto& place, const auto& links) {
                        run_cpu({place, mu, parity, kBeta, kSeed, kSweep},
                                links);
                    });
                // Some 10^3 operations on numbers of size <= 10.
                CHECK(test::max_difference(u, expected) < 1e-12);
            }
        }
}

TEST_CASE("heatbath changes the links of its direction and parity only") {
    const auto start = lattice::hot_start(test::kLattice, 4);
    auto u = start;
    test::for_each_slab(u, 4, [](const auto& place, const auto& links) {
        run_cpu({place, 2, Parity::odd, 6.0, 1, 1}, links);
    });
    for (std::size_t n = 0; n < start.extents().volume(); ++n)
        for (int mu = 0; mu < 4; ++mu) {
            const auto x = start.extents().coordinates(n);
            const bool own = mu == 2 && (x[0] + x[1] + x[2] + x[3]) % 2 == 1;
            CHECK((u.link(n, mu) == start.link(n, mu)) == !own);
        }
}

TEST_CASE("a link in the heat bath of a cold, stiff lattice stays cold") {
    // At large beta, 1 - Re tr U_P / 3 = O(1 / beta).
    auto u = lattice::cold_start(test::kLattice);
    test::for_each_slab(u, 1, [](const auto& place, const auto& links) {
        run_cpu({place, 0, Parity::even, 1e10, 1, 1}, links);
    });
    CHECK(1 - lattice::plaquette(u).average < 1e-8);
    CHECK(1 - lattice::plaquette(u).average > 1e-12);
}

}  // namespace tasuki::quenched::heatbath
