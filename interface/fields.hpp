// Fields on a lattice from a caller's arrays.  These have the order of fields
// on the host: (T, Z, Y, X, ...), the last index fastest.
#pragma once

#include <complex>
#include <string>

#include "codelets/lattice/gauge_field.hpp"
#include "codelets/lattice/spinor_field.hpp"
#include "graphs/wilson/decomposition.hpp"
#include "graphs/wilson/placement.hpp"
#include "runtime/core/context.hpp"

namespace tasuki::interface {

/// Sites along an axis of a lattice, at most.
inline constexpr int kMostSites = 4096;

/// @param u  links, (T, Z, Y, X, 4, 3, 3), which are copied
lattice::GaugeField gauge_field(const lattice::Extents& extents,
                                const std::complex<double>* u);
/// @param psi  (T, Z, Y, X, 4, 3), which are copied
lattice::SpinorField spinor_field(const lattice::Extents& extents,
                                  const std::complex<double>* psi);

/// @throws UsageError  `value` is infinite or NaN; names it
void check_finite(const char* name, double value);

/// The placement of that name, its fraction measured where it says so.
/// @throws UsageError        an unknown name
/// @throws UnavailableError  it needs a worker that is not here
graphs::wilson::Placement measured_placement(
    runtime::Context& context, const graphs::wilson::Decomposition& d,
    const std::string& name);

}  // namespace tasuki::interface
