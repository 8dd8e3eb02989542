// The CUDA part of gpu.hpp.
#pragma once

#include <cuda_runtime_api.h>

/// The toolkit's own function or type of that name.
#define TASUKI_GPU_API(name) cuda##name
/// Its name does not follow from that of the other toolkit.
#define TASUKI_GPU_ALLOCATE_PINNED cudaHostAlloc
/// Likewise.
#define TASUKI_GPU_FREE_PINNED cudaFreeHost

namespace tasuki::gpu {
using Properties = cudaDeviceProp;  ///< what the toolkit knows of a device
/// The flag for pinned memory that all devices reach.
inline constexpr unsigned kPinnedForAll = cudaHostAllocPortable;
}  // namespace tasuki::gpu
