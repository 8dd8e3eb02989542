// Units in which a simulation computes: powers of two, so that conversion
// is exact, near the size of the system, so that single precision neither
// overflows nor underflows in any units.
#pragma once

#include "codelets/nbody/bodies.hpp"

namespace tasuki::graphs::nbody {

/// Units of the simulation in those of the bodies.
struct Units {
    double length = 1, time = 1;
    /// G times the mass of a body in those units is mass * gravity_mass.
    double gravity_mass = 1;
    double gravity = 1;  ///< G as the bodies have it

    double velocity() const { return length / time; }
    double mass() const { return 1 / gravity_mass; }
    double energy() const { return mass() * velocity() * velocity(); }
};

/// @throws UsageError  numbers that are not finite or too large to be scaled
Units choose_units(const tasuki::nbody::Bodies& bodies, double gravity);

/// Where every body is many times as far from the origin as from the others,
/// puts the origin between them: single precision holds seven digits of a
/// position, and forces need those of the distances.  Others stay as they are,
/// to the bit.
void move_origin_near(tasuki::nbody::Bodies& bodies);

}  // namespace tasuki::graphs::nbody
