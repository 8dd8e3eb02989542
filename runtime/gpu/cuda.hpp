// The CUDA part of gpu.hpp.
#pragma once

#include <cuda_runtime_api.h>

#define TASUKI_GPU_API(name) cuda##name
/// These two have other names in each toolkit.
#define TASUKI_GPU_ALLOCATE_PINNED cudaHostAlloc
#define TASUKI_GPU_FREE_PINNED cudaFreeHost

namespace tasuki::gpu {
using Properties = cudaDeviceProp;
inline constexpr unsigned kPinnedForAll = cudaHostAllocPortable;
}  // namespace tasuki::gpu
