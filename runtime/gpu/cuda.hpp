// The CUDA part of gpu.hpp.
#pragma once

#include <cuda_runtime_api.h>

/// The toolkit's own function or type of that name.
#define TASUKI_GPU_API(name) cuda##name
/// Its name does not follow from that of the other toolkit.
#define TASUKI_GPU_ALLOCATE_PINNED cudaHostAlloc
/// Likewise.
#define TASUKI_GPU_FREE_PINNED cudaFreeHost
/// In a kernel: the loop of a graph ends with this run.
#if CUDART_VERSION >= 12040
#define TASUKI_GPU_END_LOOP(loop) cudaGraphSetConditional(loop, 0)
#else
#define TASUKI_GPU_END_LOOP(loop) static_cast<void>(loop)
#endif
#if CUDART_VERSION < 13000
/// What newer versions have without a suffix.
#define TASUKI_GPU_CAPTURE_INFO cudaStreamGetCaptureInfo_v2
/// Their further argument of calls for captures.
#define TASUKI_GPU_NO_EDGES
#else
#define TASUKI_GPU_CAPTURE_INFO cudaStreamGetCaptureInfo
#define TASUKI_GPU_NO_EDGES nullptr,
#endif
/// What stream_flags.hpp has of this toolkit; not defined: nothing.
#define TASUKI_GPU_STREAM_FLAGS "runtime/gpu/stream_flags_cuda.hpp"

namespace tasuki::gpu {
using Properties = cudaDeviceProp;  ///< what the toolkit knows of a device
/// The flag for pinned memory that all devices reach.
inline constexpr unsigned kPinnedForAll = cudaHostAllocPortable;

/// Of a graph whose kernels keep the priorities of the streams that they were
/// captured on; without it all have that of the stream of the launch.
inline constexpr unsigned kGraphWithPriorities =
    cudaGraphInstantiateFlagUseNodePriority;

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
