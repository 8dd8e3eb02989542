// The plaquette of a slabbed gauge field, from sums where the links are.
#pragma once

#include <vector>

#include "codelets/lattice/observables.hpp"
#include "graphs/quenched/slabs.hpp"
#include "runtime/core/placement.hpp"

namespace tasuki::graphs {

/// The plaquette that the field has after all tasks submitted so far:
///   slabs k, k+1 --> plaquette(k) --> a sum for each row of sites along x
class PendingPlaquette {
  public:
    /// Submits a task for each slab; returns at once.
    PendingPlaquette(runtime::Context& context, const SlabbedGaugeField& u,
                     runtime::Where where);

    /// Waits for them.  The bits are those of lattice::plaquette() of the
    /// field.
    lattice::Plaquette value() const;

  private:
    std::size_t volume_;  // of the lattice
    std::vector<runtime::Array<lattice::PlaquetteSums>> sums_;  // (slabs)
};

}  // namespace tasuki::graphs
