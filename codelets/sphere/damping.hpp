// Damping of the vorticity of each degree.
//
// Hyperviscosity of order 2 h that leaves alone what turns as a solid body,
// of degree 1, so that angular momentum is kept:
//   d zeta / dt = (-1)^(h+1) nu (lap + 2)^h zeta,
//   d zeta_n / dt = - nu (n (n + 1) - 2)^h zeta_n,
// on the sphere of radius 1; h = 1 is Newton's viscosity.
//
// Source: as in Obuse, Takehiro & Yamada, Phys. Fluids 22 (2010) 056601.
#pragma once

#include <cmath>

namespace tasuki::sphere {

struct Damping {
    double viscosity = 0;  ///< nu [1 / time]
    int order = 1;         ///< h

    /// [1 / time]
    double rate(int n) const {
        return n < 2 ? 0 : viscosity * std::pow((n - 1) * (n + 2.0), order);
    }
    /// Degree `degrees`, 2 at least, is damped by the factor e in `time`.
    static Damping of_time(double time, int degrees, int order) {
        return {1 / (time * Damping{1, order}.rate(degrees)), order};
    }
};

}  // namespace tasuki::sphere
