// A slab of time layers of a gauge field, with the layers that border it.
#pragma once

#include <cstdint>

#include "codelets/lattice/gauge_field.hpp"
#include "runtime/gpu/code.hpp"

namespace tasuki::quenched {

/// Sites with x + y + z + t even or odd, t counted in the whole lattice.
enum class Parity : std::uint8_t { even, odd };

/// Where a slab lies in the lattice.  All extents are even but that in T.
struct SlabPlace {
    lattice::Extents extents;  ///< of the slab [sites]
    int first_t;               ///< its first layer's t in the whole lattice

    /// Number of site 0 in the lexicographic order of the whole lattice.
    TASUKI_HD std::uint64_t first_site() const {
        return static_cast<std::uint64_t>(first_t) *
               extents.face(lattice::kDimensions - 1);
    }
    /// Sites of one parity.  A runtime::Array has too few elements for 2^31.
    TASUKI_HD std::uint32_t half_volume() const {
        return static_cast<std::uint32_t>(extents.volume() / 2);
    }
    /// The site whose number is `k` among those of `parity`, in lexicographic
    /// order.
    TASUKI_HD lattice::Coordinates site(Parity parity, std::uint32_t k) const {
        const auto take = [&k](int extent) {
            const auto n = static_cast<std::uint32_t>(extent);
            const auto rest = static_cast<int>(k % n);
            k /= n;
            return rest;
        };
        const int pair = take(extents[0] / 2);
        const int y = take(extents[1]), z = take(extents[2]);
        const int t = static_cast<int>(k);
        const int odd = parity == Parity::odd ? 1 : 0;
        return {2 * pair + (y + z + t + first_t + odd) % 2, y, z, t};
    }
};

/// The links that a task sees; the order of GaugeField, [t][z][y][x][mu].
/// @tparam Matrix  const for a task that only reads
template <class Matrix>
struct LinksOfSlab {
    lattice::Extents extents;       // of the slab
    Matrix* own;                    // update or read (volume, 4)
    const lattice::Matrix3* below;  // read (x*y*z, 4): last layer of slab t-1
    const lattice::Matrix3* above;  // read (x*y*z, 4): first layer of slab t+1

    /// The four links of a site next to or in the slab: x, y and z may be -1
    /// or the extent, and wrap; t may be -1 or the extent, and leaves.
    TASUKI_HD const lattice::Matrix3* site(lattice::Coordinates c) const {
        for (int mu = 0; mu < 3; ++mu) {
            if (c[mu] < 0) c[mu] += extents[mu];
            if (c[mu] >= extents[mu]) c[mu] -= extents[mu];
        }
        // Not compared by address: a lattice of one slab borders itself.
        const bool is_below = c[3] < 0, is_above = c[3] >= extents[3];
        const lattice::Matrix3* const layers =
            is_below ? below : (is_above ? above : own);
        if (is_below || is_above) c[3] = 0;
        return layers + lattice::kDimensions * extents.index(c);
    }
};
using SlabLinks = LinksOfSlab<lattice::Matrix3>;

}  // namespace tasuki::quenched
