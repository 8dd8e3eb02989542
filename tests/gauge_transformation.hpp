// Links in another gauge, for tests of what does not depend on it.
#pragma once

#include "codelets/lattice/gauge_field.hpp"

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

}  // namespace tasuki::test
