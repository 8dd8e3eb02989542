// A gauge field cut along T into slabs of equal thickness, each behind a
// handle of its own.
#pragma once

#include <vector>

#include "codelets/lattice/gauge_field.hpp"
#include "codelets/quenched/slab.hpp"
#include "runtime/handle.hpp"

namespace tasuki::graphs {

using LinkArray = runtime::Array<lattice::Matrix3>;

class SlabbedGaugeField {
  public:
    /// Copies `u` into `slabs` slabs.
    /// @throws UsageError  when `slabs` does not divide the T extent, or a slab
    ///                     is longer than a handle can be
    SlabbedGaugeField(runtime::Context& context, const lattice::GaugeField& u,
                      int slabs);

    /// Waits for the tasks submitted so far that write it, and copies.
    lattice::GaugeField collect() const;

    int slabs() const { return static_cast<int>(arrays_.size()); }
    const lattice::Extents& extents() const { return extents_; }
    /// Links of slab k: (volume of the slab, 4).
    const LinkArray& operator[](int k) const { return arrays_[k]; }
    quenched::SlabPlace place(int k) const;

  private:
    lattice::Extents extents_;  // of the whole lattice
    std::vector<LinkArray> arrays_;
};

/// Slabs that keep `workers` workers busy: one for one worker (whose team
/// shares every task); otherwise two per worker, so that each of the two
/// colours of graphs/quenched/sweep.hpp has one for everybody, as far as the
/// T extent has an even divisor for it.
int choose_slabs(const lattice::Extents& extents, int workers);

}  // namespace tasuki::graphs
