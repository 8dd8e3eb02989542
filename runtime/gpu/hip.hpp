// The HIP part of gpu.hpp: for AMD, or on NVIDIA by cmake/hip_nvidia.
#pragma once

#include <hip/hip_runtime.h>

#include <cstddef>

#define TASUKI_GPU_API(name) hip##name
/// These two have other names in each toolkit.
#define TASUKI_GPU_ALLOCATE_PINNED hipHostMalloc
#define TASUKI_GPU_FREE_PINNED hipHostFree
/// HIP's graphs have no loops.
#define TASUKI_GPU_END_LOOP(loop) static_cast<void>(loop)
#define TASUKI_GPU_STREAM_FLAGS "runtime/gpu/stream_flags_hip.hpp"

namespace tasuki::gpu {
using Properties = hipDeviceProp_t;
inline constexpr unsigned kPinnedForAll = hipHostMallocPortable;

/// HIP 5 has no priorities of nodes.
inline constexpr unsigned kGraphWithPriorities = 0;

/// Makes the next launches those of `graph`, which has the same shape.
/// @return  false where it must be made anew
inline bool update_graph(hipGraphExec_t executable, hipGraph_t graph) noexcept {
    hipGraphNode_t node = nullptr;
    hipGraphExecUpdateResult result{};
    if (hipGraphExecUpdate(executable, graph, &node, &result) == hipSuccess)
        return true;
    static_cast<void>(hipGetLastError());
    return false;
}

/// The graph that a stream is captured into, and what its next work comes
/// after there: valid until it has more.
struct Captured {
    hipGraph_t graph = nullptr;            ///< of the capture
    const hipGraphNode_t* ends = nullptr;  ///< (count)
    std::size_t count = 0;                 ///< of `ends`
};
/// Of a stream that is captured.
inline hipError_t captured(hipStream_t stream, Captured& its) noexcept {
    hipStreamCaptureStatus status{};
    return hipStreamGetCaptureInfo_v2(stream, &status, nullptr, &its.graph,
                                      &its.ends, &its.count);
}
/// What a captured stream does next comes after these nodes, and no others.
inline hipError_t capture_after(hipStream_t stream, hipGraphNode_t* nodes,
                                std::size_t count) noexcept {
    return hipStreamUpdateCaptureDependencies(stream, nodes, count,
                                              hipStreamSetCaptureDependencies);
}
}  // namespace tasuki::gpu
