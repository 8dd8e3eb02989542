// The sphere of Plummer (MNRAS 71 (1911) 460): with scale a,
//   density    rho(r) = 3 M / (4 pi a^3) (1 + r^2 / a^2)^(-5/2)
//   potential  phi(r) = -G M / sqrt(r^2 + a^2)
//   energy     E = -3 pi G M^2 / (64 a)
// sampled as in the appendix of Aarseth, Henon & Wielen, Astron. Astrophys. 37
// (1974) 183.  Half of the mass is inside of 1.305 a.
#pragma once

#include <numbers>

#include "drivers/nbody/models/place.hpp"
#include "drivers/nbody/models/sampling.hpp"

namespace tasuki::drivers {

/// a where the energy is -1/4.
inline constexpr double kPlummerScale = 3 * std::numbers::pi / 16;

/// Of one body, in N-body units.  The outermost thousandth of the mass, which
/// reaches to infinity, is left out: r < 38.7 a.
Place sample_plummer(BodyRandom& random);

}  // namespace tasuki::drivers
