// Shared by the references of this folder: staples and embedded SU(2)
// elements from whole-lattice fields and plain 3 x 3 matrix algebra.
#pragma once

#include <utility>

#include "codelets/lattice/gauge_field.hpp"

namespace tasuki::quenched::reference {

/// A_mu(x) of staple.hpp, both terms as they are written there.
inline lattice::Matrix3 staple(const lattice::GaugeField& u, std::size_t site,
                               int mu) {
    using lattice::adjoint;
    const auto& extents = u.extents();
    const auto x = extents.coordinates(site);
    const auto link = [&](lattice::Coordinates c, int direction) {
        return u.link(extents.index(c), direction);
    };
    const auto ahead = extents.shifted(x, mu, 1);
    lattice::Matrix3 sum;
    for (int nu = 0; nu < lattice::kDimensions; ++nu) {
        if (nu == mu) continue;
        const auto up = extents.shifted(x, nu, 1);
        const auto down = extents.shifted(x, nu, -1);
        const auto down_ahead = extents.shifted(ahead, nu, -1);
        sum = sum +
              link(ahead, nu) * adjoint(link(up, mu)) * adjoint(link(x, nu));
        sum = sum + adjoint(link(down_ahead, nu)) * adjoint(link(down, mu)) *
                        link(down, nu);
    }
    return sum;
}

/// (i, j) of the three SU(2) subgroups, in the order of the updates.
inline constexpr std::pair<int, int> kPairs[] = {{0, 1}, {0, 2}, {1, 2}};

/// The unit matrix with the SU(2) element (a, b; -b*, a*) in (i, j).
inline lattice::Matrix3 embedded(lattice::Complex a, lattice::Complex b, int i,
                                 int j) {
    auto m = lattice::Matrix3::identity();
    m(i, i) = a;
    m(i, j) = b;
    m(j, i) = -std::conj(b);
    m(j, j) = std::conj(a);
    return m;
}

/// k and V of the block (i, j) of w: k V = (w + (tr w^dagger) 1 - w^dagger) / 2
/// is its part that is a multiple of SU(2); V is returned embedded.
inline std::pair<double, lattice::Matrix3> projected(const lattice::Matrix3& w,
                                                     int i, int j) {
    const auto a = (w(i, i) + std::conj(w(j, j))) / 2.0;
    const auto b = (w(i, j) - std::conj(w(j, i))) / 2.0;
    const double k = std::sqrt(std::norm(a) + std::norm(b));
    return {k, embedded(a / k, b / k, i, j)};
}

}  // namespace tasuki::quenched::reference
