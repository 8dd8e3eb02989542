// What kernels of two GPUs, or a kernel and the host, send each other while
// they run: data in memory of the receiver, and a flag that says that they are
// complete.
//
//   sender    put_signal(Grid{}, outbox, data, bytes, n);
//   receiver  if (!wait(Grid{}, flag, n, ticks)) return;  // use the window
//
// A flag counts the messages of a window, 1, 2, 3 ...  It and the window are in
// memory that both sides have mapped: of a GPU that the other reaches (CUDA or
// HIP IPC between processes), or pinned memory of the host.
//
// Memory order: whoever has seen a number in a flag sees all that was written
// before it, by the thread that wrote it or by threads of its block that were
// synchronised with it, on every GPU and on the host.  A window may be written
// again after its receiver has answered.
//
// All functions are for kernels and for the host, where the calling thread is
// alone.  The threads that work on a message are an object like Grid, which is
// those of a kernel.
// Source: acquire and release as in the memory model of PTX (Lustig,
// Sahasrabuddhe and Giroux, ASPLOS 2019); kernels that communicate as in
// Kuwahara, Hanawa, Kodama and Boku (GMPI, IPSJ SIG-HPC).
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "codelets/device/unroll.hpp"
// One of these three has something: load_acquire(), store_release() and
// count_up(), by the names of its compiler, and TASUKI_ON_GPU.
#include "codelets/device/threads_amd.hpp"
#include "codelets/device/threads_host.hpp"
#include "codelets/device/threads_nvidia.hpp"

namespace tasuki::gpu {

/// A clock: cycles of the multiprocessor; on the host nanoseconds.
TASUKI_HD long long ticks() {
#if defined(TASUKI_ON_GPU)
    return clock64();
#else
    return std::chrono::steady_clock::now().time_since_epoch() /
           std::chrono::nanoseconds{1};
#endif
}

/// All threads of a kernel of one dimension; on the host the calling one.
struct Grid {
#if defined(TASUKI_ON_GPU)
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

/// Where a kernel sends.
struct Outbox {
    std::byte* window;    ///< the receiver's, on 16 bytes
    std::uint32_t* flag;  ///< the receiver's
    /// Own memory, 0 before the first message: blocks that have put their part.
    std::uint32_t* blocks;
};

/// Whether a flag has come to a number, or is beyond it.  By one thread.
TASUKI_HD bool reached(const std::uint32_t* flag, std::uint32_t number) {
    return static_cast<std::int32_t>(load_acquire(flag) - number) >= 0;
}

/// Says that all is there which was written before.  By one thread.
TASUKI_HD void signal(std::uint32_t* flag, std::uint32_t number) {
    store_release(flag, number);
}

/// Waits for a number, in all threads of a block.
/// @param most  how long [ticks(): a nanosecond, or a cycle of the GPU]
/// @return  whether it came, the same in all threads of the block
template <class Threads>
TASUKI_HD bool wait(const Threads& all, const std::uint32_t* flag,
                    std::uint32_t number, long long most) {
    bool came = true;
    if (all.thread() == 0) {
        const long long begin = ticks();
        while (!(came = reached(flag, number)) && ticks() - begin < most) {
        }
    }
    return all.agree(came);
}

/// Copies, by all threads of all blocks; complete after signal() alone.
/// @param to, from  on 16 bytes each
/// @param bytes     a multiple of 4
template <class Threads>
TASUKI_HD void put(const Threads& all, void* to, const void* from,
                   std::size_t bytes) {
    struct alignas(16) Vector {
        std::uint32_t words[4];
    };
    // So many loads at once hide the latency of memory.
    constexpr int kAtOnce = 8;
    auto* target = static_cast<Vector*>(to);
    const auto* source = static_cast<const Vector*>(from);
    const std::size_t vectors = bytes / sizeof(Vector);
    const std::size_t step = std::size_t{all.blocks()} * all.threads();
    const std::size_t first =
        std::size_t{all.block()} * all.threads() + all.thread();
    std::size_t i = first;
    for (; i + (kAtOnce - 1) * step < vectors; i += kAtOnce * step) {
        Vector loaded[kAtOnce];
        TASUKI_UNROLL(8)
        for (int k = 0; k < kAtOnce; ++k) loaded[k] = source[i + k * step];
        TASUKI_UNROLL(8)
        for (int k = 0; k < kAtOnce; ++k) target[i + k * step] = loaded[k];
    }
    for (; i < vectors; i += step) target[i] = source[i];
    for (i = 4 * vectors + first; i < bytes / 4; i += step)
        static_cast<std::uint32_t*>(to)[i] =
            static_cast<const std::uint32_t*>(from)[i];
}

/// put() into the window, then signal(), by the last block that is ready.  All
/// threads of all blocks call it, with the same arguments.  They may call it
/// again after an answer of the receiver.
/// @param from   on 16 bytes
/// @param bytes  a multiple of 4
template <class Threads>
TASUKI_HD void put_signal(const Threads& all, const Outbox& to,
                          const void* from, std::size_t bytes,
                          std::uint32_t number) {
    put(all, to.window, from, bytes);
    all.sync();
    if (all.thread() != 0) return;
    if (all.blocks() > 1) {
        if (count_up(to.blocks) + 1 != all.blocks()) return;
        *to.blocks = 0;  // for the next message
    }
    signal(to.flag, number);
}

}  // namespace tasuki::gpu
