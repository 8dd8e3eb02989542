// Converts between fields on a lattice and arrays of numpy, (T, Z, Y, X, ...).
// Both have the same order, and complex numbers without gaps.
#pragma once

#include "codelets/lattice/spinor_field.hpp"
#include "python/arrays.hpp"

namespace tasuki::python {

static_assert(sizeof(lattice::Matrix3) == 9 * sizeof(Complex));
static_assert(sizeof(lattice::SpinorSite) == 12 * sizeof(Complex));

/// Shapes of what a gauge field and a spinor field have at each site.
inline const Shape kLinks{4, 3, 3}, kSpinor{4, 3};

/// Returns (T, Z, Y, X, inner...).
Shape shape_of_field(const lattice::Extents& extents, const Shape& inner);

/// Returns the extents of the lattice of an array of links.
/// @throws UsageError  another number of axes, or another end of the shape
lattice::Extents extents_of(const Input<Complex>& array, const char* name);

/// Copies the links `U`.
/// @throws UsageError  as extents_of()
lattice::GaugeField gauge_field(const Input<Complex>& u);

}  // namespace tasuki::python
