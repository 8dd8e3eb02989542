// A spinor field cut into blocks in the memory of GPUs.  A rank has its own
// blocks only.
#pragma once

#include <vector>

#include "codelets/wilson/transfer.hpp"
#include "peers/streams/machine.hpp"

namespace tasuki::peers::streams {

template <class T>
class BlockField {
  public:
    struct Block {
        DeviceArray<T> spinors;  // (volume)
        Event packed;            ///< by the last application that reads it
        Event merged;            ///< by the last application that writes it
    };

    BlockField(Machine& machine,
               const graphs::wilson::Decomposition& decomposition);
    ~BlockField() { machine_.wait(); }
    BlockField(const BlockField&) = delete;
    BlockField& operator=(const BlockField&) = delete;

    /// Cuts the local blocks out of a field that has them at least; waits for
    /// all work.
    void write(const lattice::SpinorField& whole);
    /// The local blocks in a field of their region, which on one rank is the
    /// lattice; waits for all work.
    lattice::SpinorField read() const;

    /// A local block.
    const Block& block(int b) const {
        return blocks_[decomposition_.local_index(b)];
    }

  private:
    Machine& machine_;
    graphs::wilson::Decomposition decomposition_;
    tasuki::wilson::Geometry geometry_;
    std::vector<Block> blocks_;  // (local blocks)
};

}  // namespace tasuki::peers::streams
