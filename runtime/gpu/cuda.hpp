// The CUDA part of gpu.hpp.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

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
/// What stream_flags.hpp has of this toolkit.
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

/// The graph that a stream is captured into, and what its next work comes
/// after there: valid until it has more.
struct Captured {
    cudaGraph_t graph = nullptr;            ///< of the capture
    const cudaGraphNode_t* ends = nullptr;  ///< (count)
    std::size_t count = 0;                  ///< of `ends`
};
/// Of a stream that is captured.
inline cudaError_t captured(cudaStream_t stream, Captured& its) noexcept {
    cudaStreamCaptureStatus status{};
#if CUDART_VERSION >= 13000
    return cudaStreamGetCaptureInfo(stream, &status, nullptr, &its.graph,
                                    &its.ends, nullptr, &its.count);
#else
    return cudaStreamGetCaptureInfo_v2(stream, &status, nullptr, &its.graph,
                                       &its.ends, &its.count);
#endif
}
/// What a captured stream does next comes after these nodes, and no others.
inline cudaError_t capture_after(cudaStream_t stream, cudaGraphNode_t* nodes,
                                 std::size_t count) noexcept {
#if CUDART_VERSION >= 13000
    return cudaStreamUpdateCaptureDependencies(
        stream, nodes, nullptr, count, cudaStreamSetCaptureDependencies);
#else
    return cudaStreamUpdateCaptureDependencies(
        stream, nodes, count, cudaStreamSetCaptureDependencies);
#endif
}
}  // namespace tasuki::gpu
