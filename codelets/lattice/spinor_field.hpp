// A spinor field on the host: lexicographic order, in double.
#pragma once

#include <array>
#include <cstdint>

#include "codelets/lattice/gauge_field.hpp"

namespace tasuki::lattice {

/// Four spins of three colours: element 3 * spin + colour.
using SpinorSite = std::array<Complex, 12>;

/// Of a lattice, or of a box of it.
struct SpinorField {
    explicit SpinorField(const Region& r) : SpinorField{r, r.volume()} {}
    /// Without spinors, for a simulation: blocks stay as they are.
    static SpinorField without_sites(const Region& r) { return {r, 0}; }

    SpinorSite& at(const Coordinates& site) {
        return sites[region.index(site)];
    }
    const SpinorSite& at(const Coordinates& site) const {
        return sites[region.index(site)];
    }

    Extents extents;  ///< of the lattice
    Region region;
    FieldVector<SpinorSite> sites;  ///< (region), x fastest

  private:
    SpinorField(const Region& r, std::size_t count)
        : extents{r.whole()}, region{r}, sites(count) {}
};

/// The field that is 1 in one component on the sites of a box, which may be a
/// point or a time slice, and 0 elsewhere.
struct UnitField {
    Region where;   ///< of the whole lattice
    int component;  ///< 3 * spin + colour
};

/// 1 at one site of the lattice, spin and colour, 0 elsewhere.
/// @throws UsageError  a coordinate, spin or colour that is not there
SpinorField point_source(const Region& region, const Coordinates& site,
                         int spin, int colour);

/// Normal deviates of variance 1 for every real and imaginary part; the same
/// field for the same seed, however the lattice is cut.
SpinorField random_source(const Region& region, std::uint64_t seed);

/// Sum of |psi|^2 over the sites of the region, spins and colours.
double norm2(const SpinorField& psi);

}  // namespace tasuki::lattice
