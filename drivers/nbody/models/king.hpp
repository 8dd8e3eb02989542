// Bodies of a King model; see king_profile.hpp.
#pragma once

#include "drivers/nbody/models/king_profile.hpp"
#include "drivers/nbody/models/place.hpp"
#include "drivers/nbody/models/sampling.hpp"

namespace tasuki::drivers {

/// Of one body, in N-body units: the radius from the mass inside of it, the
/// speed from the lowered Maxwellian there, all directions alike.
Place sample_king(BodyRandom& random, const KingProfile& profile);

}  // namespace tasuki::drivers
