// A spinor field on the host: lexicographic order, in double.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "codelets/lattice/gauge_field.hpp"

namespace tasuki::lattice {

/// Four spins of three colours: element 3 * spin + colour.
using SpinorSite = std::array<Complex, 12>;

struct SpinorField {
    explicit SpinorField(const Extents& e) : extents{e}, sites(e.volume()) {}

    Extents extents;
    std::vector<SpinorSite> sites;  ///< (volume), x fastest
};

/// 1 at one site, spin and colour, 0 elsewhere.
/// @throws UsageError  a coordinate, spin or colour that is not there
SpinorField point_source(const Extents& extents, const Coordinates& site,
                         int spin, int colour);

/// Normal deviates of variance 1 for every real and imaginary part; the same
/// field for the same seed, however the lattice is cut.
SpinorField random_source(const Extents& extents, std::uint64_t seed);

/// Sum of |psi|^2 over sites, spins and colours.
double norm2(const SpinorField& psi);

}  // namespace tasuki::lattice
