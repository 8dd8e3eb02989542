// Conserved quantities of a system of bodies.
#pragma once

#include "codelets/nbody/bodies.hpp"

namespace tasuki::nbody {

struct Sums {
    double mass = 0;
    double kinetic = 0;    ///< sum of m v^2 / 2
    double potential = 0;  ///< -sum over pairs of G m m' / sqrt(r^2 + eps^2)
    Vector centre{};       ///< of mass
    Vector momentum{};     ///< sum of m v
    Vector angular_momentum{};  ///< sum of m r x v

    double energy() const { return kinetic + potential; }
};

}  // namespace tasuki::nbody
