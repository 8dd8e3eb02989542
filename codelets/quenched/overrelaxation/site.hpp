// The overrelaxation of one link, on host and device.
#pragma once

#include "codelets/quenched/overrelaxation/overrelaxation.hpp"

namespace tasuki::quenched::overrelaxation {

/// The link reflected in each subgroup.  `staple` is A^dagger.
TASUKI_HD lattice::Matrix3 reflected(lattice::Matrix3 u,
                                     const lattice::Matrix3& staple) {
    lattice::Matrix3 w = product_adjoint(u, staple);
    for_each_subgroup([&](Subgroup g) {
        const Su2 back = adjoint(normalized(project(w, g)));
        const Su2 a = back * back;
        multiply_left(a, g, u);
        multiply_left(a, g, w);
    });
    return u;
}

/// Updates the link of the k-th site of its parity.
TASUKI_HD void update(const Args& args, const SlabLinks& u, std::uint32_t k) {
    const auto x = args.place.site(args.parity, k);
    auto& link =
        u.own[args.place.extents.index(x) * lattice::kDimensions + args.mu];
    link = reflected(link, staple_adjoint(u, x, args.mu));
}

}  // namespace tasuki::quenched::overrelaxation
