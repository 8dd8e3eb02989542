// The staples of a link: its factor in the Wilson gauge action,
//   A_mu(x) = sum_{nu != mu} U_nu(x+mu) U_mu(x+nu)^dagger U_nu(x)^dagger
//           + U_nu(x+mu-nu)^dagger U_mu(x-nu)^dagger U_nu(x-nu),
// so that S depends on U_mu(x) through -beta/3 Re tr(U_mu(x) A_mu(x)).
// Source: Gattringer & Lang (2010), ch. 4.
#pragma once

#include "codelets/quenched/slab.hpp"
#include "codelets/quenched/su3_products.hpp"

namespace tasuki::quenched {

/// A_mu(x)^dagger = sum_nu U_nu(x) U_mu(x+nu) U_nu(x+mu)^dagger
///                + U_nu(x-nu)^dagger U_mu(x-nu) U_nu(x+mu-nu).
inline lattice::Matrix3 staple_adjoint(const SlabLinks& u,
                                       const lattice::Coordinates& x, int mu) {
    lattice::Matrix3 sum;
    auto ahead = x;
    ++ahead[mu];
    const auto* const here = u.site(x);
    const auto* const forward = u.site(ahead);
    for (int nu = 0; nu < lattice::kDimensions; ++nu) {
        if (nu == mu) continue;
        auto c = x;
        ++c[nu];
        const auto* const up = u.site(c);
        c[nu] = x[nu] - 1;
        const auto* const down = u.site(c);
        ++c[mu];
        const auto* const down_forward = u.site(c);
        add_product(here[nu], product_adjoint(up[mu], forward[nu]), sum);
        add_adjoint_product(down[nu], product(down[mu], down_forward[nu]), sum);
    }
    return sum;
}

inline constexpr double kFlopsPerStaple = 12 * kFlopsPerProduct + 5 * 18;

}  // namespace tasuki::quenched
