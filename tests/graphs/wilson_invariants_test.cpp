// Identities of the Wilson-Dirac operator that need no reference.
#include <doctest/doctest.h>

#include <numbers>

#include "codelets/lattice/observables.hpp"
#include "codelets/lattice/random.hpp"
#include "codelets/wilson/reference.hpp"
#include "tests/close.hpp"
#include "tests/gauge_transformation.hpp"
#include "tests/graphs/wilson_support.hpp"
#include "tests/spinor_algebra.hpp"

namespace {

using namespace tasuki;
using lattice::Complex, lattice::Extents, lattice::GaugeField;
using lattice::SpinorField, lattice::SpinorSite;
using test::close, test::in_other_gauge, test::product, test::times_gamma5;
using tests::apply, tests::kKappa, tests::largest_difference;

const Extents kExtents{{4, 8, 6, 12}};
const Extents kGrid{{1, 2, 1, 3}};

SpinorField d(const GaugeField& u, const SpinorField& psi, int bc_t = -1) {
    return apply<double, 18>(u, psi, kGrid, {kKappa, bc_t});
}

}  // namespace

TEST_CASE("gamma_5 D gamma_5 is the adjoint of D") {
    const auto u = lattice::hot_start(kExtents, 61);
    const auto a = lattice::random_source(kExtents, 62);
    const auto b = lattice::random_source(kExtents, 63);
    for (const int bc_t : {+1, -1}) {
        const Complex left =
            product(a, times_gamma5(d(u, times_gamma5(b), bc_t)));
        const Complex right = product(d(u, a, bc_t), b);
        // 27648 products of size 1, random signs.
        CHECK(std::abs(left - right) < 1e-12 * std::abs(product(a, a)));
    }
}

TEST_CASE("D is gauge covariant, and the plaquette invariant") {
    const auto u = lattice::hot_start(kExtents, 71);
    const auto psi = lattice::random_source(kExtents, 72);
    const auto g = lattice::hot_start(kExtents, 73);
    const auto rotated_u = in_other_gauge(u, g);
    CHECK(largest_difference(d(rotated_u, in_other_gauge(psi, g)),
                             in_other_gauge(d(u, psi), g)) < 1e-13);
    CHECK(close(lattice::plaquette(rotated_u).average,
                lattice::plaquette(u).average, 1e-12));
}

TEST_CASE("plane waves of the free field have the known eigenvalues") {
    // D exp(ipn) w = [1 - 2 kappa sum_mu (cos p_mu - i g_mu sin p_mu)]
    //                exp(ipn) w.  Source: Gattringer & Lang, eq. (5.50).
    const auto u = lattice::cold_start(kExtents);
    const int momentum[4] = {1, 3, 2, 5};
    double p[4];
    for (int mu = 0; mu < 4; ++mu)
        // Antiperiodic in T: momenta are half-integer there.
        p[mu] = 2 * std::numbers::pi * (momentum[mu] + (mu == 3 ? 0.5 : 0)) /
                kExtents[mu];
    SpinorField wave{kExtents}, expected{kExtents};
    const SpinorSite w{{1, {0, 2}, -1, 3, {1, 1}, 0, 2, -2, {0, -1}, 1, 5, 4}};
    for (std::size_t n = 0; n < kExtents.volume(); ++n) {
        const auto c = kExtents.coordinates(n);
        double phase = 0;
        for (int mu = 0; mu < 4; ++mu) phase += p[mu] * c[mu];
        const Complex factor = std::polar(1.0, phase);
        for (int s = 0; s < 4; ++s)
            for (int k = 0; k < 3; ++k) {
                wave.sites[n][3 * s + k] = factor * w[3 * s + k];
                Complex value = w[3 * s + k];
                for (int mu = 0; mu < 4; ++mu) {
                    const auto g = wilson::reference::gamma(mu);
                    value -= 2 * kKappa * std::cos(p[mu]) * w[3 * s + k];
                    for (int r = 0; r < 4; ++r)
                        value += 2 * kKappa * Complex{0, std::sin(p[mu])} *
                                 g[s][r] * w[3 * r + k];
                }
                expected.sites[n][3 * s + k] = factor * value;
            }
    }
    CHECK(largest_difference(d(u, wave), expected) < 1e-13);
}
