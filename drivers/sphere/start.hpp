// Flows to begin with.
#pragma once

#include <string>

#include "io/sphere/flow_origin.hpp"

namespace tasuki::drivers {

/// @throws UsageError  the degree n of a wave is above M
void check_wave(int degrees, int n, int m);

/// Solid rotation and a wave of one degree n and one order m in it, which turn
/// as a whole with the angular velocity
///   omega - 2 (omega + Omega) / (n (n + 1)).
/// Both as strong as in the test of Williamson et al., J. Comput. Phys. 102
/// (1992) 211, case 6, of which n = 5 and m = 4 are: omega = 7.848e-6 / s.
/// @throws UsageError  see check_wave()
io::Vorticity rossby_haurwitz(int degrees, int n, int m);

/// Random phases and sizes, with the energy of degree n exactly proportional to
///   n^(width / 2) / (n + peak)^width,
/// and none in solid rotation.  The spectrum is that of Yoden & Yamada, J.
/// Atmos. Sci. 50 (1993) 631.  A coefficient depends on the seed, n and m
/// alone: another truncation begins with the same vortices.
io::Vorticity random_flow(int degrees, const io::FlowOrigin& origin);

/// The same flow, degrees and orders that are not there left out or 0.
io::Vorticity cut_to(int degrees, int given_degrees,
                     const io::Vorticity& given);

}  // namespace tasuki::drivers
