// What the tests of the quenched updates share.
#pragma once

#include <algorithm>
#include <vector>

#include "codelets/lattice/gauge_field.hpp"
#include "codelets/quenched/slab.hpp"

namespace tasuki::test {

/// Even, as a checkerboard needs them, and all different, so that a swapped
/// axis fails; 2 is where both neighbours are the same site.
inline constexpr lattice::Extents kLattice{{4, 2, 6, 8}};

/// Largest |difference| of a matrix entry.
inline double max_difference(const lattice::GaugeField& u,
                             const lattice::GaugeField& v) {
    double worst = 0;
    for (std::size_t k = 0; k < u.links().size(); ++k)
        for (int i = 0; i < 9; ++i)
            worst = std::max(worst,
                             std::abs(u.links()[k].e[i] - v.links()[k].e[i]));
    return worst;
}

/// Calls update(place, links) for each of `count` slabs of `u`, in place.
template <class Update>
void for_each_slab(lattice::GaugeField& u, int count, const Update& update) {
    lattice::Extents slab = u.extents();
    slab.n[3] /= count;
    const std::size_t size = slab.volume() * lattice::kDimensions;
    const std::size_t layer = slab.face(3) * lattice::kDimensions;
    auto* const links = u.links().data();
    for (int k = 0; k < count; ++k) {
        const int below = (k + count - 1) % count, above = (k + 1) % count;
        update(quenched::SlabPlace{slab, k * slab[3]},
               quenched::SlabLinks{slab, links + k * size,
                                   links + (below + 1) * size - layer,
                                   links + above * size});
    }
}

inline constexpr quenched::Parity kParities[] = {quenched::Parity::even,
                                                 quenched::Parity::odd};

}  // namespace tasuki::test
