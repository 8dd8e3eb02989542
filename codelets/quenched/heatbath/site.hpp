// The heat bath of one link.
#pragma once

#include "codelets/quenched/heatbath/su2_sampling.hpp"
#include "codelets/quenched/su3_products.hpp"
#include "codelets/quenched/subgroup.hpp"

namespace tasuki::quenched::heatbath {

/// The link after a heat bath in each subgroup.  `staple` is A^dagger.
///
/// With w = U A and a of SU(2), Re tr(a w) = 2 k b0 + const, where k V is the
/// projection of w on the subgroup and b = a V: draw b, multiply by b V^dagger.
inline lattice::Matrix3 heated(lattice::Matrix3 u,
                               const lattice::Matrix3& staple, double beta,
                               lattice::RandomStream& random) {
    lattice::Matrix3 w = product_adjoint(u, staple);
    for (const Subgroup g : kSubgroups) {
        const Su2 kv = project(w, g);
        const Su2 b = sample_su2(2 * beta / 3 * norm(kv), random);
        const Su2 a = b * adjoint(normalized(kv));
        multiply_left(a, g, u);
        multiply_left(a, g, w);
    }
    return u;
}

}  // namespace tasuki::quenched::heatbath
