// Fields in another gauge, for tests of what does not depend on it.
#pragma once

#include "codelets/lattice/gauge_field.hpp"
#include "codelets/lattice/spinor_field.hpp"

namespace tasuki::test {

/// U in another gauge: g(n) U_mu(n) g(n + mu)^dagger, with the links of `g`
/// along X for g(n).
inline lattice::GaugeField in_other_gauge(const lattice::GaugeField& u,
                                          const lattice::GaugeField& g) {
    auto v = u;
    for (std::size_t n = 0; n < u.extents().volume(); ++n) {
        const auto at = u.extents().coordinates(n);
        for (int mu = 0; mu < 4; ++mu)
            v.link(n, mu) =
                g.link(at, 0) * u.link(n, mu) *
                lattice::adjoint(g.link(u.extents().shifted(at, mu, 1), 0));
    }
    return v;
}

/// g(n) psi(n), with the same g.
inline lattice::SpinorField in_other_gauge(lattice::SpinorField psi,
                                           const lattice::GaugeField& g) {
    for (std::size_t n = 0; n < psi.sites.size(); ++n) {
        const auto old = psi.sites[n];
        for (int s = 0; s < 4; ++s)
            for (int c = 0; c < 3; ++c) {
                psi.sites[n][3 * s + c] = 0;
                for (int d = 0; d < 3; ++d)
                    psi.sites[n][3 * s + c] +=
                        g.link(n, 0)(c, d) * old[3 * s + d];
            }
    }
    return psi;
}

}  // namespace tasuki::test
