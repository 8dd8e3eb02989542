// A spinor field cut into blocks, each a StarPU handle.
#pragma once

#include <vector>

#include "codelets/wilson/transfer.hpp"
#include "graphs/wilson/decomposition.hpp"
#include "peers/bare/vector.hpp"
#include "runtime/context.hpp"

namespace tasuki::peers::bare {

template <class T>
class BlockField {
  public:
    /// Blocks lie where those of graphs::wilson::BlockField do.
    BlockField(const runtime::Context& context,
               const graphs::wilson::Decomposition& decomposition);

    /// Cuts a field of the whole lattice into the blocks; waits for tasks that
    /// use them.
    void write(const lattice::SpinorField& whole);
    /// Puts the whole field together; waits for the tasks that compute it.
    lattice::SpinorField read() const;

    starpu_data_handle_t block(int b) const { return blocks_[b].handle(); }

  private:
    graphs::wilson::Decomposition decomposition_;
    tasuki::wilson::Geometry geometry_;
    std::vector<Vector<T>> blocks_;
    std::vector<int> homes_;  // (blocks) see graphs::wilson::home_worker()
};

}  // namespace tasuki::peers::bare
