// The correlator and the effective mass as a picture.
#pragma once

#include <string>
#include <vector>

#include "drivers/solve/options.hpp"

namespace tasuki::drivers {

/// An SVG file with C(d) on a logarithmic scale, and below it the effective
/// mass in lattice units.
std::string pion_svg(const SolveOptions& options,
                     const std::vector<double>& correlator);

}  // namespace tasuki::drivers
