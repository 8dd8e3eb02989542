// Spinors in the basis of the propagators of other programs, that of DeGrand
// and Rossi with (gamma_Y)_03 = -1: gamma' = R gamma R^dagger, with our gammas
// (docs/solve.md) and
//
//        1     0  1  0 -1
//   R = ---   -1  0  1  0          gamma'_T = ( 0 1 )
//       V 2    0  1  0  1                     ( 1 0 )
//             -1  0 -1  0
//
// A solution becomes R x; a propagator R S R^dagger, as its source has a spin
// too.
#pragma once

#include "codelets/lattice/spinor_field.hpp"

namespace tasuki::io {

/// R; its elements are real.
inline constexpr double kHalfRoot = 0.70710678118654752440;
inline constexpr double kDegrandRossi[4][4] = {{0, kHalfRoot, 0, -kHalfRoot},
                                               {-kHalfRoot, 0, kHalfRoot, 0},
                                               {0, kHalfRoot, 0, kHalfRoot},
                                               {-kHalfRoot, 0, -kHalfRoot, 0}};

/// R x, at a site.
inline lattice::SpinorSite to_degrand_rossi(const lattice::SpinorSite& x) {
    lattice::SpinorSite y{};
    for (int s = 0; s < 4; ++s)
        for (int r = 0; r < 4; ++r)
            for (int c = 0; c < 3; ++c)
                y[3 * s + c] += kDegrandRossi[s][r] * x[3 * r + c];
    return y;
}

}  // namespace tasuki::io
