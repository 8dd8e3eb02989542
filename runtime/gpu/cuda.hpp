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

/// Makes the next launches those of `graph`, which has the same shape.
/// @return  false where it must be made anew
inline bool update_graph(cudaGraphExec_t executable,
                         cudaGraph_t graph) noexcept {
    cudaGraphExecUpdateResultInfo info{};
    if (cudaGraphExecUpdate(executable, graph, &info) == cudaSuccess)
        return true;
    static_cast<void>(cudaGetLastError());
    return false;
}
}  // namespace tasuki::gpu
