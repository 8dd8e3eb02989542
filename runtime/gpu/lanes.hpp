// Exchange between the 32 threads of a GPU that run in step; on AMD they are
// half of a wavefront.  gpu.hpp has the functions that exchange values.
#pragma once

#include "runtime/gpu/gpu.hpp"

#if defined(TASUKI_GPU_CODE)
namespace tasuki::gpu {

/// Threads that exchange values: a warp, or half of a wavefront.
inline constexpr int kLanes = 32;

/// The number of this thread among them, in a block of one dimension.
TASUKI_DEVICE int lane() {
    return static_cast<int>(threadIdx.x) % kLanes;
}

}  // namespace tasuki::gpu
#endif
