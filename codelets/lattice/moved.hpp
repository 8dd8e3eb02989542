// Sites of an infinite lattice.
#pragma once

#include "codelets/lattice/extents.hpp"

namespace tasuki::lattice {

/// The site `step` away from `c` along `mu`.
constexpr Coordinates moved(Coordinates c, int mu, int step) {
    // Not c[mu]: a GPU has registers only for indices that the compiler knows.
    for (int k = 0; k < kDimensions; ++k)
        if (k == mu) c[k] += step;
    return c;
}

}  // namespace tasuki::lattice
