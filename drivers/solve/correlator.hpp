// The pion correlator of a propagator S = M^-1 from one source,
//   C(d) = sum over the sites at distance d along the axis, spins and colours
//          of |S|^2,
// and its effective mass
//   m(d) = arcosh( (C(d - 1) + C(d + 1)) / (2 C(d)) ),
// which is constant where one cosh rules.  d is periodic.
#pragma once

#include <optional>
#include <vector>

#include "codelets/lattice/spinor_field.hpp"

namespace tasuki::drivers {

/// Adds |x|^2 of one solution.
/// @param from         coordinate of the source along the axis
/// @param correlator   (extent of the axis), by distance
void add_to_correlator(const lattice::SpinorField& x, int axis, int from,
                       std::vector<double>& correlator);

/// For every distance; nothing where no cosh has such values.
std::vector<std::optional<double>> effective_mass(
    const std::vector<double>& correlator);

}  // namespace tasuki::drivers
