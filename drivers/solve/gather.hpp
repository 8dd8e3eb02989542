// Spinor fields of which each rank has a part.
#pragma once

#include "codelets/lattice/spinor_field.hpp"
#include "graphs/wilson/decomposition.hpp"
#include "runtime/core/ranks.hpp"

namespace tasuki::drivers {

/// The sites of a region, out of a field that has them.
lattice::SpinorField part_of(const lattice::SpinorField& field,
                             const lattice::Region& region);

/// The whole field on the first rank, and `part` on the others.  Every rank
/// calls.
/// @param part  of the local region
lattice::SpinorField gathered(lattice::SpinorField part,
                              const graphs::wilson::Decomposition& d,
                              const runtime::Ranks& ranks);

}  // namespace tasuki::drivers
