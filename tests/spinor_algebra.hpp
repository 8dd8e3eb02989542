// Products and turns of spinor fields, slow and plain, for tests of identities.
#pragma once

#include "codelets/wilson/reference.hpp"

namespace tasuki::test {

/// The sum of a^dagger b over all sites and components.
inline lattice::Complex product(const lattice::SpinorField& a,
                                const lattice::SpinorField& b) {
    lattice::Complex sum = 0;
    for (std::size_t n = 0; n < a.sites.size(); ++n)
        for (int k = 0; k < 12; ++k)
            sum += std::conj(a.sites[n][k]) * b.sites[n][k];
    return sum;
}

/// g_5 psi.
inline lattice::SpinorField times_gamma5(lattice::SpinorField psi) {
    const auto g5 = wilson::reference::gamma(4);
    for (lattice::SpinorSite& site : psi.sites) {
        const lattice::SpinorSite old = site;
        for (int s = 0; s < 4; ++s)
            for (int c = 0; c < 3; ++c) {
                site[3 * s + c] = 0;
                for (int r = 0; r < 4; ++r)
                    site[3 * s + c] += g5[s][r] * old[3 * r + c];
            }
    }
    return psi;
}

}  // namespace tasuki::test
