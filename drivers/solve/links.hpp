// The links that a solve computes with, and their plaquette.
#pragma once

#include <future>

#include "codelets/lattice/observables.hpp"
#include "drivers/solve/options.hpp"

namespace tasuki::drivers {

class SolveLinks {
  public:
    /// Reads the links where this rank needs them.  Random ones are made by
    /// tasks on the GPUs, if there are some and nothing else needs the links:
    /// then a thread makes them here too, for the plaquette alone, and goes on
    /// while a Context starts.  Every rank calls.
    /// @param options, cut, ranks  outlive it
    /// @throws UsageError, InputError
    SolveLinks(const SolveOptions& options, const SolvePlan& plan,
               const graphs::wilson::Decomposition& cut,
               const runtime::Ranks& ranks);
    SolveLinks(const SolveLinks&) = delete;
    SolveLinks& operator=(const SolveLinks&) = delete;

    const lattice::GaugeField& field() const { return field_; }
    /// Average over the lattice, the same bits on one rank as of a field on its
    /// own.  Waits for the thread; every rank calls, once.
    double plaquette();

  private:
    const graphs::wilson::Decomposition& cut_;
    const runtime::Ranks& ranks_;
    lattice::GaugeField field_;
    std::future<lattice::LinkSums> sums_;  // of this rank
};

}  // namespace tasuki::drivers
