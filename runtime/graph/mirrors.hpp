// Arrays of a list in the memory of other GPUs than their homes.  For runtime/
// alone.
#pragma once

#include <starpu.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "runtime/graph/segment.hpp"

namespace tasuki::runtime::detail {

#if defined(TASUKI_HAS_GPU)

/// Of an array as StarPU hands it to a task [B].
std::size_t bytes_of(void* buffer);

/// Memory on one GPU.
class MirrorMemory {
  public:
    /// @throws UnavailableError  there is none
    MirrorMemory(unsigned node, std::size_t bytes);
    ~MirrorMemory();
    MirrorMemory(const MirrorMemory&) = delete;
    MirrorMemory& operator=(const MirrorMemory&) = delete;
    /// Of the GPU's address space.
    std::uintptr_t address() const { return address_; }
    std::size_t bytes() const { return bytes_; }

  private:
    unsigned node_;
    std::size_t bytes_;
    std::uintptr_t address_;
    void* beside_ = nullptr;  ///< the same, if StarPU did not allocate it
};

/// Of the lists of a worker, by array and by the first worker of the GPU.
using MirrorsOfWorker =
    std::map<std::pair<Handle, int>, std::weak_ptr<MirrorMemory>>;

/// Those of one list.
class Mirrors {
  public:
    /// As the list needs them for these buffers; on the worker of the list.
    /// Lists of a worker, which run one after the other, share their memory.
    void take(const Segment& segment, void* const* buffers);
    /// As StarPU hands arrays to tasks.
    std::span<void* const> all() const { return pointers_; }

  private:
    /// What StarPU knows of an array in one memory.
    union Interface {
        starpu_vector_interface vector;
        starpu_matrix_interface matrix;
    };
    std::vector<std::shared_ptr<MirrorMemory>> memory_;
    std::vector<Interface> interfaces_;
    std::vector<void*> pointers_;
};

#endif

}  // namespace tasuki::runtime::detail
