// Memory of the program that GPUs copy from and to without a detour.
#pragma once

#include <cstddef>
#include <span>

#include "runtime/core/context.hpp"

namespace tasuki::runtime {

/// Memory of the caller that is pinned while it lives, where the Context has
/// GPUs: for arrays over it (Array), which are copied more slowly otherwise.
/// It ends before its Context does, and the arrays before it.
class PinnedMemory {
  public:
    /// @param memory  outlives it
    PinnedMemory(Context& context, std::span<std::byte> memory);
    ~PinnedMemory();
    PinnedMemory(const PinnedMemory&) = delete;
    PinnedMemory& operator=(const PinnedMemory&) = delete;

  private:
    std::span<std::byte> memory_;  // empty: it is not pinned
};

}  // namespace tasuki::runtime
