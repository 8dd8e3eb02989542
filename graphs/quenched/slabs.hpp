// A gauge field cut along T into slabs of equal thickness, each with its own
// handle.
#pragma once

#include <vector>

#include "codelets/lattice/gauge_field.hpp"
#include "codelets/quenched/slab.hpp"
#include "runtime/core/array.hpp"

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
    LinkArray& operator[](int k) { return arrays_[k]; }
    const LinkArray& operator[](int k) const { return arrays_[k]; }
    /// The slab that borders slab k, periodic in T.
    const LinkArray& below(int k) const {
        return arrays_[(k + slabs() - 1) % slabs()];
    }
    const LinkArray& above(int k) const { return arrays_[(k + 1) % slabs()]; }
    quenched::SlabPlace place(int k) const;

  private:
    lattice::Extents extents_;  // of the whole lattice
    std::vector<LinkArray> arrays_;
};

/// The distribution of CPUs and lattice.
struct QuenchedCut {
    int workers;  ///< CPU workers; each has a team of cpus / workers CPUs
    int slabs;
};

/// As many workers as divide `cpus` and still have one slab each of both
/// colours of graphs/quenched/sweep.hpp.  Measured on 2 CPUs, 8^3 x 16: two
/// workers are 10 % faster than one with a team of two, and twice as fast or
/// more when other processes use the CPUs, because a team waits for its slowest
/// thread at every step.
QuenchedCut choose_cut(const lattice::Extents& extents, int cpus);

}  // namespace tasuki::graphs
