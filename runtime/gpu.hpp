// CUDA and HIP under one spelling; outside runtime/ neither is named.
#pragma once

#if defined(__CUDACC__) || defined(__HIPCC__)
#define TASUKI_HD __host__ __device__ __forceinline__
#define TASUKI_DEVICE __device__ __forceinline__
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

#if !defined(TASUKI_HAS_GPU)

namespace tasuki::gpu {
using Stream = void*;  ///< so that GPU functions can be declared
}

#else

#include <cstddef>
#include <string>

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

inline int current_device() noexcept {
    int device = 0;
    check(TASUKI_GPU_API(GetDevice)(&device), "current device");
    return device;
}
inline std::string device_name(int device) {
    Properties properties;
    check(TASUKI_GPU_API(GetDeviceProperties)(&properties, device),
          "device properties");
    return properties.name;
}

/// Copies `bytes` inside the memory of one device.
inline void copy_async(void* to, const void* from, std::size_t bytes,
                       Stream stream) noexcept {
    check(TASUKI_GPU_API(MemcpyAsync)(
              to, from, bytes, TASUKI_GPU_API(MemcpyDeviceToDevice), stream),
          "device copy");
}

/// Host memory that the copy engines of all devices reach; starts on a page.
inline void* allocate_pinned(std::size_t bytes) noexcept {
    void* memory = nullptr;
#if defined(TASUKI_HIP)
    check(hipHostMalloc(&memory, bytes, hipHostMallocPortable),
          "allocate pinned memory");
#else
    check(cudaHostAlloc(&memory, bytes, cudaHostAllocPortable),
          "allocate pinned memory");
#endif
    return memory;
}
inline void free_pinned(void* memory) noexcept {
#if defined(TASUKI_HIP)
    check(hipHostFree(memory), "free pinned memory");
#else
    check(cudaFreeHost(memory), "free pinned memory");
#endif
}

/// Time on a stream, between two events.
class Stopwatch {
  public:
    Stopwatch() {
        check(TASUKI_GPU_API(EventCreate)(&start_), "create event");
        check(TASUKI_GPU_API(EventCreate)(&stop_), "create event");
    }
    ~Stopwatch() {
        check(TASUKI_GPU_API(EventDestroy)(start_), "destroy event");
        check(TASUKI_GPU_API(EventDestroy)(stop_), "destroy event");
    }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

    void start(Stream stream) noexcept {
        check(TASUKI_GPU_API(EventRecord)(start_, stream), "record event");
    }
    /// Waits.  @return seconds since start()
    double stop(Stream stream) noexcept {
        check(TASUKI_GPU_API(EventRecord)(stop_, stream), "record event");
        check(TASUKI_GPU_API(EventSynchronize)(stop_), "wait for an event");
        float ms = 0;
        check(TASUKI_GPU_API(EventElapsedTime)(&ms, start_, stop_),
              "time between events");
        return 1e-3 * ms;
    }

  private:
    Event start_, stop_;
};

}  // namespace tasuki::gpu

#if defined(TASUKI_GPU_CODE)
namespace tasuki::gpu {

/// 16 bytes that are read or written once: they do not displace in the caches
/// what will be used again.
TASUKI_DEVICE uint4 load_once(const uint4* at) {
#if defined(TASUKI_HIP)
    using Word = unsigned long long;
    const auto* words = reinterpret_cast<const Word*>(at);
    const Word low = __builtin_nontemporal_load(words);
    const Word high = __builtin_nontemporal_load(words + 1);
    return {static_cast<unsigned>(low), static_cast<unsigned>(low >> 32),
            static_cast<unsigned>(high), static_cast<unsigned>(high >> 32)};
#else
    return __ldcs(at);
#endif
}
TASUKI_DEVICE void store_once(uint4* at, const uint4& value) {
#if defined(TASUKI_HIP)
    using Word = unsigned long long;
    auto* words = reinterpret_cast<Word*>(at);
    __builtin_nontemporal_store(Word{value.y} << 32 | value.x, words);
    __builtin_nontemporal_store(Word{value.w} << 32 | value.z, words + 1);
#else
    __stcs(at, value);
#endif
}

/// c + kSign times the signed 16-bit number in a half of `word`.
template <int kSign>
TASUKI_DEVICE int add_packed(unsigned word, bool upper, int c) {
#if defined(TASUKI_HIP)
    const auto bits = static_cast<short>(upper ? word >> 16 : word);
    return c + kSign * bits;
#else
    // The product of both halves with two bytes, one of them zero.
    const int byte = kSign > 0 ? 0x01 : 0xff;
    return __dp2a_lo(static_cast<int>(word), upper ? byte << 8 : byte, c);
#endif
}
/// The low 16 bits of both, those of `high` above those of `low`.
TASUKI_DEVICE unsigned low_halves(unsigned low, unsigned high) {
#if defined(TASUKI_HIP)
    return (low & 0xffff) | high << 16;
#else
    return __byte_perm(low, high, 0x5410);
#endif
}
/// The larger one; NaN if either is.
TASUKI_DEVICE float max_or_nan(float a, float b) {
#if defined(TASUKI_HIP) || __CUDA_ARCH__ < 800
    return a >= b || a != a ? a : b;
#else
    float larger;
    asm("max.NaN.f32 %0, %1, %2;" : "=f"(larger) : "f"(a), "f"(b));
    return larger;
#endif
}

/// 1 / x, of |x| from 2^-126 to 2^126; in single precision to two units in the
/// last place.
TASUKI_DEVICE double reciprocal(double x) {
    return 1 / x;
}
TASUKI_DEVICE float reciprocal(float x) {
#if defined(TASUKI_HIP)
    return __fdividef(1.0f, x);
#else
    // Without the steps that numbers above 2^126 would need.
    float y;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
#endif
}
/// The square root of what is at most one; of what is a little below zero by
/// rounding, zero.
TASUKI_DEVICE double square_root(double x) {
    return sqrt(fmax(x, 0.0));
}
TASUKI_DEVICE float square_root(float x) {
#if defined(TASUKI_HIP)
    const float clipped = fmaxf(x, 1e-30f);  // 0 * infinity is no root of 0
    return clipped * rsqrtf(clipped);
#else
    // Clipping to [0, 1] comes free with the sum that x is.
    float y;
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(__saturatef(x)));
    return y;
#endif
}

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
