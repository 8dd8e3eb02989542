// The part of put.hpp for NVIDIA's compiler.  Its functions have the names of
// threads_amd.hpp and threads_host.hpp.
#pragma once

#include "runtime/gpu/gpu.hpp"

#if defined(__CUDACC__)
#include <cstdint>

#if defined(__CUDA_ARCH__)
/// Defined where the compiler reads the source for the GPU, not for the host.
#define TASUKI_ON_GPU 1
#endif

namespace tasuki::gpu {

/// Reads a number that another GPU, or the host, may write.  What comes after
/// sees all that was written before the number.
TASUKI_HD std::uint32_t load_acquire(const std::uint32_t* at) {
#if defined(TASUKI_ON_GPU)
    std::uint32_t number;
    asm volatile("ld.acquire.sys.u32 %0, [%1];"
                 : "=r"(number)
                 : "l"(at)
                 : "memory");
    return number;
#else
    return __atomic_load_n(at, __ATOMIC_ACQUIRE);
#endif
}

/// Writes a number that another GPU, or the host, reads by load_acquire().
TASUKI_HD void store_release(std::uint32_t* at, std::uint32_t number) {
#if defined(TASUKI_ON_GPU)
    asm volatile("st.release.sys.u32 [%0], %1;" ::"l"(at), "r"(number)
                 : "memory");
#else
    __atomic_store_n(at, number, __ATOMIC_RELEASE);
#endif
}

/// Adds 1, for threads of this GPU: the last one sees what was written before
/// all the others.
/// @return  the number before
TASUKI_HD std::uint32_t count_up(std::uint32_t* at) {
#if defined(TASUKI_ON_GPU)
    std::uint32_t number;
    asm volatile("atom.acq_rel.gpu.add.u32 %0, [%1], 1;"
                 : "=r"(number)
                 : "l"(at)
                 : "memory");
    return number;
#else
    return __atomic_fetch_add(at, 1, __ATOMIC_ACQ_REL);
#endif
}

}  // namespace tasuki::gpu
#endif
