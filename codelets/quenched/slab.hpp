// A slab of time layers of a gauge field, with the layers that border it.
#pragma once

#include <cstdint>

#include "codelets/lattice/gauge_field.hpp"

namespace tasuki::quenched {

/// Sites with x + y + z + t even or odd, t counted in the whole lattice.
enum class Parity : std::uint8_t { even, odd };

/// How many other slabs border one: periodic in T, a lattice of one slab
/// borders itself, and of two the same slab is below and above.
enum class Neighbours : std::uint8_t { none, one, two };

/// Where a slab lies in the lattice.  All extents are even but that in T.
struct SlabPlace {
    lattice::Extents extents;  ///< of the slab [sites]
    int first_t;               ///< its first layer's t in the whole lattice

    /// Number of site 0 in the lexicographic order of the whole lattice.
    std::uint64_t first_site() const {
        return static_cast<std::uint64_t>(first_t) *
               extents.face(lattice::kDimensions - 1);
    }
};

/// The links that a task sees; the order of GaugeField, [t][z][y][x][mu].
struct SlabLinks {
    lattice::Extents extents;       // of the slab
    lattice::Matrix3* own;          // update (volume, 4)
    const lattice::Matrix3* below;  // read (x*y*z, 4): last layer of slab t-1
    const lattice::Matrix3* above;  // read (x*y*z, 4): first layer of slab t+1

    /// The four links of a site next to or in the slab: x, y and z may be -1
    /// or the extent, and wrap; t may be -1 or the extent, and leaves.
    const lattice::Matrix3* site(lattice::Coordinates c) const {
        for (int mu = 0; mu < 3; ++mu) {
            if (c[mu] < 0) c[mu] += extents[mu];
            if (c[mu] >= extents[mu]) c[mu] -= extents[mu];
        }
        // Not compared by address: a lattice of one slab borders itself.
        if (c[3] < 0) return site_of(below, {c[0], c[1], c[2], 0});
        if (c[3] >= extents[3]) return site_of(above, {c[0], c[1], c[2], 0});
        return site_of(own, c);
    }

  private:
    const lattice::Matrix3* site_of(const lattice::Matrix3* layers,
                                    const lattice::Coordinates& c) const {
        return layers + lattice::kDimensions * extents.index(c);
    }
};

/// Calls body(site, coordinates) for the sites of `parity` whose number, among
/// them and in lexicographic order, is in [begin, end); both are multiples of
/// half the X extent.
template <class Body>
void for_each_of_parity(const SlabPlace& place, Parity parity,
                        std::size_t begin, std::size_t end, const Body& body) {
    const auto half = static_cast<std::size_t>(place.extents[0] / 2);
    for (std::size_t row = begin / half; row < end / half; ++row) {
        const std::size_t first = row * 2 * half;
        auto c = place.extents.coordinates(first);
        const int odd = parity == Parity::odd ? 1 : 0;
        c[0] = (c[1] + c[2] + c[3] + place.first_t + odd) % 2;
        for (; c[0] < place.extents[0]; c[0] += 2) body(first + c[0], c);
    }
}

}  // namespace tasuki::quenched
