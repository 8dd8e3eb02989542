// A spinor field cut into blocks in the memory of GPUs.
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

    /// Cuts a field of the whole lattice into the blocks; waits for all work.
    void write(const lattice::SpinorField& whole);
    /// Puts the whole field together; waits for all work.
    lattice::SpinorField read() const;

    const Block& block(int b) const { return blocks_[b]; }

  private:
    Machine& machine_;
    graphs::wilson::Decomposition decomposition_;
    tasuki::wilson::Geometry geometry_;
    std::vector<Block> blocks_;
};

}  // namespace tasuki::peers::streams
