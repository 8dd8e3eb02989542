// The part of put.hpp for AMD's compiler.  Its functions have the names of
// threads_nvidia.hpp, which says what they do.
#pragma once

#include "runtime/gpu/gpu.hpp"

#if defined(__HIPCC__) && !defined(__CUDACC__)
#include <chrono>
#include <cstdint>

namespace tasuki::gpu {

// Without a scope, these of clang are for all processors.
TASUKI_HD std::uint32_t load_acquire(const std::uint32_t* at) {
    return __atomic_load_n(at, __ATOMIC_ACQUIRE);
}
TASUKI_HD void store_release(std::uint32_t* at, std::uint32_t number) {
    __atomic_store_n(at, number, __ATOMIC_RELEASE);
}
TASUKI_HD std::uint32_t count_up(std::uint32_t* at) {
    return __hip_atomic_fetch_add(at, 1u, __ATOMIC_ACQ_REL,
                                  __HIP_MEMORY_SCOPE_AGENT);
}
TASUKI_HD long long ticks() {
#if defined(__HIP_DEVICE_COMPILE__)
    return clock64();
#else
    return std::chrono::steady_clock::now().time_since_epoch() /
           std::chrono::nanoseconds{1};
#endif
}

struct Grid {
#if defined(__HIP_DEVICE_COMPILE__)
    TASUKI_HD unsigned block() const {
        return blockIdx.x;
    }
    TASUKI_HD unsigned blocks() const {
        return gridDim.x;
    }
    TASUKI_HD unsigned thread() const {
        return threadIdx.x;
    }
    TASUKI_HD unsigned threads() const {
        return blockDim.x;
    }
    TASUKI_HD void sync() const {
        __syncthreads();
    }
    TASUKI_HD bool agree(bool own) const {
        return __syncthreads_and(own);
    }
#else
    TASUKI_HD unsigned block() const {
        return 0;
    }
    TASUKI_HD unsigned blocks() const {
        return 1;
    }
    TASUKI_HD unsigned thread() const {
        return 0;
    }
    TASUKI_HD unsigned threads() const {
        return 1;
    }
    TASUKI_HD void sync() const {}
    TASUKI_HD bool agree(bool own) const {
        return own;
    }
#endif
};

}  // namespace tasuki::gpu
#endif
