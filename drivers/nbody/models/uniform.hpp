// A sphere of constant density in which the kinetic energy T is Q times the
// absolute potential energy W = -3/5 G M^2 / R.  Velocities are Gaussian, the
// same everywhere; Q = 1/2 would be in virial equilibrium (it settles all the
// same: only the sum is), Q = 0 collapses from rest.
#pragma once

#include "drivers/nbody/models/place.hpp"
#include "drivers/nbody/models/sampling.hpp"

namespace tasuki::drivers {

/// R where the energy (Q - 1) 3/5 G M^2 / R is -1/4.
constexpr double uniform_radius(double virial_ratio) {
    return 2.4 * (1 - virial_ratio);
}

/// Of one body, in N-body units.
/// @param virial_ratio  Q, from 0 to below 1
Place sample_uniform(BodyRandom& random, double virial_ratio);

}  // namespace tasuki::drivers
