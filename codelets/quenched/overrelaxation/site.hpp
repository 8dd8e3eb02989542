// The overrelaxation of one link.
#pragma once

#include "codelets/quenched/su3_products.hpp"
#include "codelets/quenched/subgroup.hpp"

namespace tasuki::quenched::overrelaxation {

/// The link reflected in each subgroup.  `staple` is A^dagger.
inline lattice::Matrix3 reflected(lattice::Matrix3 u,
                                  const lattice::Matrix3& staple) {
    lattice::Matrix3 w = product_adjoint(u, staple);
    for (const Subgroup g : kSubgroups) {
        const Su2 back = adjoint(normalized(project(w, g)));
        const Su2 a = back * back;
        multiply_left(a, g, u);
        multiply_left(a, g, w);
    }
    return u;
}

}  // namespace tasuki::quenched::overrelaxation
