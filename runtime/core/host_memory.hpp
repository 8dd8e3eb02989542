// The memory of arrays on the host.
#pragma once

#include <cstddef>
#include <span>

namespace tasuki::runtime {

class Context;

/// The host makes memory that GPUs copy to and from about so fast [B/s].
inline constexpr double kPinnedPerSecond = 2e9;

/// Large memory on huge pages, for std::free(): a stencil reads from a dozen
/// places at once, and in a virtual machine a TLB miss costs two walks.
/// @return  null if there is none
void* allocate_host(std::size_t bytes);

/// Makes StarPU take arrays from there, pinned where GPUs read them
/// (Session::pins_memory).  Before starpu_init(); called by Context.
void provide_host_memory();

/// For a thread that may throw, before StarPU needs memory: the hooks cannot.
/// @throws UnavailableError  `bytes` of host memory cannot be had now
void check_host_memory(std::size_t bytes);

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
