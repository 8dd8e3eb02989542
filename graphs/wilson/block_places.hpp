// Where the tasks of each block run.
#pragma once

#include <vector>

#include "graphs/wilson/decomposition.hpp"
#include "graphs/wilson/placement.hpp"
#include "runtime/core/submit.hpp"

namespace tasuki::graphs::wilson {

/// Worker whose memory a local block should live in: GPUs get equal runs of
/// blocks, so that neighbours share one; -1 (the host's) where there is no GPU.
int home_worker(const runtime::Context& context, const Decomposition& d,
                int block);

/// A placement of the local blocks of a decomposition.
class BlockPlaces {
  public:
    /// @throws UnavailableError  the placement needs a worker that is not here
    BlockPlaces(const runtime::Context& context, const Decomposition& d,
                Placement placement);

    /// For a task of a local block. What the placement gives to GPUs stays on
    /// the block's own, so that no field moves.
    runtime::SubmitOptions options(int block, int priority = 0) const;
    /// See home_worker().
    int home(int block) const { return homes_[local_index_[block]]; }
    /// Whether data of the block should go to its home ahead of any task.
    bool is_prefetched(int block) const;

    const Placement& placement() const { return placement_; }

  private:
    runtime::Where where(int block) const;

    Placement placement_;
    std::vector<int> local_index_;  // (blocks)
    std::vector<int> homes_;        // (local blocks)
};

}  // namespace tasuki::graphs::wilson
