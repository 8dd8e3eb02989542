// The HIP part of gpu.hpp: for AMD, or on NVIDIA by cmake/hip_nvidia.
#pragma once

#include <hip/hip_runtime.h>

#define TASUKI_GPU_API(name) hip##name
/// These two have other names in each toolkit.
#define TASUKI_GPU_ALLOCATE_PINNED hipHostMalloc
#define TASUKI_GPU_FREE_PINNED hipHostFree
/// HIP's graphs have no loops.
#define TASUKI_GPU_END_LOOP(loop) static_cast<void>(loop)
#define TASUKI_GPU_CAPTURE_INFO hipStreamGetCaptureInfo_v2
#define TASUKI_GPU_NO_EDGES

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
}  // namespace tasuki::gpu
