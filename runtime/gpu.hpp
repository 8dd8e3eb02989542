// CUDA and HIP under one spelling; outside runtime/ neither is named.
#pragma once

#if defined(__CUDACC__) || defined(__HIPCC__)
#define TASUKI_HD __host__ __device__ __forceinline__
#define TASUKI_GPU_CODE 1
#else
#define TASUKI_HD inline
#endif

#if defined(TASUKI_CUDA)
#include <cuda_runtime_api.h>
#define TASUKI_GPU_API(name) cuda##name
#define TASUKI_HAS_GPU 1
#elif defined(TASUKI_HIP)
#include <hip/hip_runtime.h>
#define TASUKI_GPU_API(name) hip##name
#define TASUKI_HAS_GPU 1
#endif

#if defined(TASUKI_HAS_GPU)

#include <cstddef>

#include "runtime/failure.hpp"

namespace tasuki::gpu {

#if defined(TASUKI_HIP)
using Properties = hipDeviceProp_t;
#else
using Properties = cudaDeviceProp;
#endif
using Stream = TASUKI_GPU_API(Stream_t);
using Event = TASUKI_GPU_API(Event_t);
using Status = TASUKI_GPU_API(Error_t);

inline const char* describe(Status status) {
    return TASUKI_GPU_API(GetErrorString)(status);
}

/// Ends the process with a message unless `status` is success: a worker
/// cannot throw, and no task can follow a failed device call.
inline void check(Status status, const char* call) noexcept {
    if (status != TASUKI_GPU_API(Success))
        runtime::fail_on_device(call, describe(status));
}

/// Copies `bytes` inside the memory of one device.
inline void copy_async(void* to, const void* from, std::size_t bytes,
                       Stream stream) noexcept {
    check(TASUKI_GPU_API(MemcpyAsync)(
              to, from, bytes, TASUKI_GPU_API(MemcpyDeviceToDevice), stream),
          "device copy");
}

}  // namespace tasuki::gpu

#if defined(TASUKI_GPU_CODE)
namespace tasuki::gpu {

template <int kThreads, class Body>
__global__ void __launch_bounds__(kThreads) for_each_kernel(int n, Body body) {
    const int i =
        static_cast<int>(blockIdx.x) * kThreads + static_cast<int>(threadIdx.x);
    if (i < n) body(i);
}

/// Calls body(i) for i in [0, n), one thread each, on `stream`.
template <int kThreads, class Body>
void for_each(Stream stream, int n, const Body& body,
              const char* name) noexcept {
    if (n == 0) return;
    const int blocks = (n + kThreads - 1) / kThreads;
    for_each_kernel<kThreads><<<blocks, kThreads, 0, stream>>>(n, body);
    check(TASUKI_GPU_API(GetLastError)(), name);
}

}  // namespace tasuki::gpu
#endif

#endif
