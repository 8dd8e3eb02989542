// Shared by the tests of the solvers.
#pragma once

#include <cmath>

#include "graphs/solver/wilson_solver.hpp"
#include "tests/clover_reference.hpp"
#include "tests/graphs/wilson_support.hpp"

namespace tasuki::tests {

/// Links near the unit matrix, as a smooth configuration has them: M is then
/// far from singular at the kappa of these tests.
inline lattice::GaugeField smooth_start(const lattice::Extents& extents,
                                        std::uint64_t seed) {
    auto u = lattice::hot_start(extents, seed);
    for (lattice::Matrix3& link : u.links()) {
        for (lattice::Complex& c : link.e) c *= 0.4;
        link = lattice::reunitarized(link + lattice::Matrix3::identity());
    }
    return u;
}

/// |b - M x| / |b| by the references.
inline double residual(const lattice::GaugeField& u,
                       const lattice::SpinorField& x,
                       const lattice::SpinorField& b,
                       const graphs::solver::EvenOddOptions& o) {
    auto rest = wilson::reference::wilson(u, x, {o.kappa, o.bc_t});
    for (std::size_t n = 0; n < rest.sites.size(); ++n)
        for (int k = 0; k < 12; ++k) rest.sites[n][k] -= b.sites[n][k];
    if (o.csw != 0 || o.mu != 0) {
        const auto own =
            test::plain_term(u, {o.kappa * o.csw, 2 * o.kappa * o.mu}, x);
        for (std::size_t n = 0; n < rest.sites.size(); ++n)
            for (int k = 0; k < 12; ++k)
                rest.sites[n][k] += own.sites[n][k] - x.sites[n][k];
    }
    return std::sqrt(lattice::norm2(rest) / lattice::norm2(b));
}

}  // namespace tasuki::tests
