// Conserved quantities of a system of bodies.
#pragma once

#include "codelets/nbody/bodies.hpp"

namespace tasuki::graphs::nbody {

struct Sums {
    double mass = 0;
    double kinetic = 0;    ///< sum of m v^2 / 2
    double potential = 0;  ///< -sum over pairs of G m m' / sqrt(r^2 + eps^2)
    tasuki::nbody::Vector centre{};            ///< of mass
    tasuki::nbody::Vector momentum{};          ///< sum of m v
    tasuki::nbody::Vector angular_momentum{};  ///< sum of m r x v

    double energy() const { return kinetic + potential; }
};

}  // namespace tasuki::graphs::nbody
