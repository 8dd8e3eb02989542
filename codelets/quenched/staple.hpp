// The staples of a link: its factor in the Wilson gauge action,
//   A_mu(x) = sum_{nu != mu} U_nu(x+mu) U_mu(x+nu)^dagger U_nu(x)^dagger
//           + U_nu(x+mu-nu)^dagger U_mu(x-nu)^dagger U_nu(x-nu),
// so that S depends on U_mu(x) through -beta/3 Re tr(U_mu(x) A_mu(x)).
// Source: Gattringer & Lang (2010), ch. 4.
#pragma once

#include "codelets/lattice/moved.hpp"
#include "codelets/quenched/slab.hpp"
#include "codelets/quenched/su3_products.hpp"

namespace tasuki::quenched {

/// A_mu(x)^dagger = sum_nu U_nu(x) U_mu(x+nu) U_nu(x+mu)^dagger
///                + U_nu(x-nu)^dagger U_mu(x-nu) U_nu(x+mu-nu).
TASUKI_HD lattice::Matrix3 staple_adjoint(const SlabLinks& u,
                                          const lattice::Coordinates& x,
                                          int mu) {
    using lattice::Matrix3, lattice::moved;
    Matrix3 sum;
    const auto ahead = moved(x, mu, 1);
    const auto* const here = u.site(x);
    const auto* const forward = u.site(ahead);
    for (int nu = 0; nu < lattice::kDimensions; ++nu) {
        if (nu == mu) continue;
        const auto* const up = u.site(moved(x, nu, 1));
        const auto* const down = u.site(moved(x, nu, -1));
        const auto* const down_forward = u.site(moved(ahead, nu, -1));
        // Copies: of these a GPU reads 16 bytes at a time.
        const Matrix3 a = here[nu], b = up[mu], c = forward[nu];
        add_product(a, product_adjoint(b, c), sum);
        const Matrix3 d = down[nu], e = down[mu], f = down_forward[nu];
        add_adjoint_product(d, product(e, f), sum);
    }
    return sum;
}

inline constexpr double kFlopsPerStaple = 12 * kFlopsPerProduct + 5 * 18;

}  // namespace tasuki::quenched
