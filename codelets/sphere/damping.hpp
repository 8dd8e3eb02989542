// What damps the vorticity of each degree.
//
// Hyperviscosity of order 2 h that leaves alone what turns as a solid body,
// of degree 1, so that angular momentum is kept:
//   d zeta_n / dt = - nu ((n (n + 1))^h - 2^h) zeta_n,
// on the sphere of radius 1; h = 1 is Newton's viscosity, lap + 2.
//
// Source: as in Nozawa & Yoden, Phys. Fluids 9 (1997), "Formation of zonal band
// structure in forced two-dimensional turbulence on a rotating sphere".
#pragma once

#include <cmath>

namespace tasuki::sphere {

struct Damping {
    double viscosity = 0;  ///< nu [1 / time]
    int order = 1;         ///< h

    /// [1 / time]
    double rate(int n) const {
        return n < 2 ? 0
                     : viscosity * (std::pow(n * (n + 1.0), order) -
                                    std::pow(2.0, order));
    }
    /// That of degree `degrees` is damped by the factor e in `time`.
    static Damping of_time(double time, int degrees, int order) {
        const double rate = Damping{1, order}.rate(degrees);
        return {1 / (time * rate), order};
    }
};

}  // namespace tasuki::sphere
