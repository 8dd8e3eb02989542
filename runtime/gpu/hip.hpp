// The HIP part of gpu.hpp: for AMD, or on NVIDIA by hip_nvidia/.
#pragma once

#include <hip/hip_runtime.h>

#define TASUKI_GPU_API(name) hip##name
/// These two have other names in each toolkit.
#define TASUKI_GPU_ALLOCATE_PINNED hipHostMalloc
#define TASUKI_GPU_FREE_PINNED hipHostFree

namespace tasuki::gpu {
using Properties = hipDeviceProp_t;
inline constexpr unsigned kPinnedForAll = hipHostMallocPortable;
}  // namespace tasuki::gpu
