// A spinor field cut into blocks, each a StarPU handle.  A rank has its own
// blocks only.
#pragma once

#include <vector>

#include "codelets/wilson/transfer.hpp"
#include "graphs/wilson/decomposition.hpp"
#include "peers/bare/vector.hpp"
#include "runtime/core/context.hpp"

namespace tasuki::peers::bare {

template <class T>
class BlockField {
  public:
    /// Blocks lie where those of graphs::wilson::BlockField do.
    BlockField(const runtime::Context& context,
               const graphs::wilson::Decomposition& decomposition);

    /// Cuts the local blocks out of a field that has them at least; waits for
    /// tasks that use them.
    void write(const lattice::SpinorField& whole);
    /// The local blocks in a field of their region, which on one rank is the
    /// lattice; waits for the tasks that compute them.
    lattice::SpinorField read() const;

    /// A local block.
    starpu_data_handle_t block(int b) const {
        return blocks_[decomposition_.local_index(b)].handle();
    }

  private:
    graphs::wilson::Decomposition decomposition_;
    tasuki::wilson::Geometry geometry_;
    std::vector<Vector<T>> blocks_;  // (local blocks)
    std::vector<int>
        homes_;  // (local blocks) see graphs::wilson::home_worker()
};

}  // namespace tasuki::peers::bare
