// Bodies in equilibrium to start from, in N-body units.
//
// N-body units (Heggie & Mathieu, LNP 267 (1986) 233): G = 1, total mass 1,
// energy E = -1/4, so that the virial radius is 1 and the crossing time
// 2 sqrt(2).  These hold for the model, the mean over all seeds: in a sample of
// n bodies the energy differs by a part in sqrt(n).  With another G lengths are
// the same, velocities sqrt(G) times and energies G times as large.
//
// All bodies have the mass 1/n; positions and velocities are independent
// samples of the distribution function, moved so that centre of mass and
// momentum are zero.  A body depends on seed and number alone.
#pragma once

#include "codelets/nbody/bodies.hpp"
#include "io/bodies/body_origin.hpp"

namespace tasuki::drivers {

/// @throws UsageError  an unknown model, fewer than two bodies, or a parameter
///                     outside of its range
void check_model(const io::BodyOrigin& origin);

/// The same on any number of ranks, CPUs and threads.
/// @param origin  a model
/// @throws UsageError  see check_model()
nbody::Bodies make_bodies(const io::BodyOrigin& origin, double gravity);

}  // namespace tasuki::drivers
