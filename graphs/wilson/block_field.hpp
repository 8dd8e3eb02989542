// A spinor field cut into blocks, each an array that StarPU moves.  A rank has
// its own blocks only.
#pragma once

#include <vector>

#include "codelets/wilson/transfer.hpp"
#include "graphs/wilson/decomposition.hpp"
#include "runtime/core/array.hpp"

namespace tasuki::graphs::wilson {

/// Geometry of every block of a decomposition.
tasuki::wilson::Geometry block_geometry(const Decomposition& decomposition);

/// An array for each local block.
template <class T>
using Blocks = std::vector<runtime::Array<T>>;

template <class T>
class BlockField {
  public:
    /// Nothing is allocated before a task, or write(), first needs it.
    BlockField(runtime::Context& context, const Decomposition& decomposition);

    /// Cuts the local blocks out of a field that has them at least, and starts
    /// to copy them to their GPUs; waits for tasks that use them.
    void write(const lattice::SpinorField& whole);
    /// The local blocks in a field of their region, which on one rank is the
    /// lattice; waits for the tasks that compute them.
    lattice::SpinorField read() const;

    /// A local block.
    runtime::Array<T>& block(int b) {
        return blocks_[decomposition_.local_index(b)];
    }
    const runtime::Array<T>& block(int b) const {
        return blocks_[decomposition_.local_index(b)];
    }
    Blocks<T>& blocks() { return blocks_; }
    const Blocks<T>& blocks() const { return blocks_; }
    const Decomposition& decomposition() const { return decomposition_; }

  private:
    Decomposition decomposition_;
    tasuki::wilson::Geometry geometry_;
    Blocks<T> blocks_;
    std::vector<int> homes_;  // (local blocks) see home_worker()
};

}  // namespace tasuki::graphs::wilson
