// The heat bath of one link, on host and device.
#pragma once

#include "codelets/quenched/heatbath/heatbath.hpp"
#include "codelets/quenched/heatbath/su2_sampling.hpp"

namespace tasuki::quenched::heatbath {

/// The link after a heat bath in each subgroup.  `staple` is A^dagger.
///
/// With w = U A and a of SU(2), Re tr(a w) = 2 k b0 + const, where k V is the
/// projection of w on the subgroup and b = a V: draw b, multiply by b V^dagger.
TASUKI_HD lattice::Matrix3 heated(lattice::Matrix3 u,
                                  const lattice::Matrix3& staple, double beta,
                                  lattice::RandomStream& random) {
    lattice::Matrix3 w = product_adjoint(u, staple);
    for_each_subgroup([&](Subgroup g) {
        const Su2 kv = project(w, g);
        const Su2 b = sample_su2(2 * beta / 3 * norm(kv), random);
        const Su2 a = b * adjoint(normalized(kv));
        multiply_left(a, g, u);
        multiply_left(a, g, w);
    });
    return u;
}

/// Updates the link of the k-th site of its parity.
TASUKI_HD void update(const Args& args, const SlabLinks& u, std::uint32_t k) {
    const auto x = args.place.site(args.parity, k);
    const std::size_t link =
        args.place.extents.index(x) * lattice::kDimensions + args.mu;
    lattice::RandomStream random{
        args.seed, lattice::Purpose::heatbath,
        args.place.first_site() * lattice::kDimensions + link, args.sweep};
    u.own[link] =
        heated(u.own[link], staple_adjoint(u, x, args.mu), args.beta, random);
}

}  // namespace tasuki::quenched::heatbath
