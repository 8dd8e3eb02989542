// Fields on a lattice as arrays of numpy, (T, Z, Y, X, ...): fields on the host
// have their order, and complex numbers without gaps.
#pragma once

#include "codelets/lattice/spinor_field.hpp"
#include "python/arrays.hpp"

namespace tasuki::python {

static_assert(sizeof(lattice::Matrix3) == 9 * sizeof(Complex));
static_assert(sizeof(lattice::SpinorSite) == 12 * sizeof(Complex));

/// What fields have at each site.
inline const Shape kLinks{4, 3, 3}, kSpinor{4, 3};

/// (T, Z, Y, X, inner...)
Shape shape_of_field(const lattice::Extents& extents, const Shape& inner);

/// Those of an array of links.
/// @throws UsageError  another number of axes, or another end of the shape
lattice::Extents extents_of(const Input<Complex>& array, const char* name);

/// A copy of the links `U`.
/// @throws UsageError  as extents_of()
lattice::GaugeField gauge_field(const Input<Complex>& u);

/// A copy of the spinors of a field.
/// @param from  (volume, 4, 3)
lattice::SpinorField spinor_field(const lattice::Extents& extents,
                                  const Complex* from);

}  // namespace tasuki::python
