// Kernels that a GPU does not survive, and what takes its memory.
#pragma once

#include <cstddef>

#include "runtime/gpu/gpu.hpp"

namespace tasuki::test {

#if defined(TASUKI_HAS_GPU)
/// Stops itself.
void run_trap(gpu::Stream stream);

/// Writes where no memory is.
void run_illegal_address(gpu::Stream stream);

/// Asks for more threads in a block than there can be: fails at the launch.
void run_too_large(gpu::Stream stream);

/// Takes the memory of the calling thread's GPU but for `left` bytes.
void take_memory(std::size_t left) noexcept;
#endif

}  // namespace tasuki::test
