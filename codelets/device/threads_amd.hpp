// The part of put.hpp for AMD's compiler.  Its functions have the names of
// threads_nvidia.hpp, which says what they do.
#pragma once

#include "runtime/gpu/gpu.hpp"

#if defined(__HIPCC__) && !defined(__CUDACC__)
#include <cstdint>

#if defined(__HIP_DEVICE_COMPILE__)
#define TASUKI_ON_GPU 1
#endif

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

}  // namespace tasuki::gpu
#endif
