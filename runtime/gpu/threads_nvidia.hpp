// The part of put.hpp for NVIDIA's compiler.  Its functions have the names of
// threads_amd.hpp and threads_host.hpp.
#pragma once

#include "runtime/gpu/gpu.hpp"

#if defined(__CUDACC__)
#include <chrono>
#include <cstdint>

namespace tasuki::gpu {

/// Reads a number that another GPU, or the host, may write.  What comes after
/// sees all that was written before the number.
TASUKI_HD std::uint32_t load_acquire(const std::uint32_t* at) {
#if defined(__CUDA_ARCH__)
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
#if defined(__CUDA_ARCH__)
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
#if defined(__CUDA_ARCH__)
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

/// A clock: cycles of the multiprocessor; on the host nanoseconds.
TASUKI_HD long long ticks() {
#if defined(__CUDA_ARCH__)
    return clock64();
#else
    return std::chrono::steady_clock::now().time_since_epoch() /
           std::chrono::nanoseconds{1};
#endif
}

/// All threads of a kernel of one dimension; on the host the calling one.
struct Grid {
#if defined(__CUDA_ARCH__)
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
    /// Number of the block that this thread is in.
    TASUKI_HD unsigned block() const {
        return 0;
    }
    /// How many there are.
    TASUKI_HD unsigned blocks() const {
        return 1;
    }
    /// Number of this thread in its block.
    TASUKI_HD unsigned thread() const {
        return 0;
    }
    /// How many a block has.
    TASUKI_HD unsigned threads() const {
        return 1;
    }
    /// Waits for the threads of the block.
    TASUKI_HD void sync() const {}
    /// The same.  @return  whether `own` is true in all of them
    TASUKI_HD bool agree(bool own) const {
        return own;
    }
#endif
};

}  // namespace tasuki::gpu
#endif
