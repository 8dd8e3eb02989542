// Conserved quantities of a flow without divergence on the sphere.
#pragma once

#include <span>
#include <vector>

#include "codelets/sphere/coefficient.hpp"

namespace tasuki::sphere {

/// Conserved without damping; means over the sphere, and by degree.
struct FlowSums {
    double energy = 0;     ///< mean of (u^2 + v^2) / 2
    double enstrophy = 0;  ///< mean of zeta^2 / 2
    /// Mean of u cos(phi), of the wind relative to the rotating sphere.
    double angular_momentum = 0;
    std::vector<double> energy_of_degree;     ///< (M + 1)
    std::vector<double> enstrophy_of_degree;  ///< (M + 1)
};

/// @param power  (M + 1) sum over m of |zeta_n^m|^2, for each degree n
/// @param first  zeta_1^0
FlowSums flow_sums(std::span<const double> power, double first);

/// @param vorticity  zeta_n^m of T<degrees>, order by order
FlowSums flow_sums(int degrees, std::span<const Complex> vorticity);

}  // namespace tasuki::sphere
