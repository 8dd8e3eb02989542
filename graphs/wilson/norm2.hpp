// The squared norm of a field, computed where its blocks are.
#pragma once

#include <vector>

#include "graphs/wilson/block_field.hpp"
#include "graphs/wilson/placement.hpp"

namespace tasuki::graphs::wilson {

/// A squared norm on its way.
class PendingNorm2 {
  public:
    /// Submits one norm2 task per block; returns at once.
    template <class T>
    PendingNorm2(runtime::Context& context, const BlockField<T>& field,
                 Placement placement);

    /// Waits for the tasks and sums over all ranks, each of which must call:
    /// the same bits for any schedule and any number of ranks.
    double value() const;

  private:
    const runtime::Ranks& ranks_;
    Decomposition decomposition_;
    std::vector<runtime::Array<double>> partials_;  // (local blocks)
};

}  // namespace tasuki::graphs::wilson
