// The host's part of put.hpp: a thread of it alone.
#pragma once

#include "runtime/gpu/gpu.hpp"

#if !defined(TASUKI_GPU_CODE)
#include <chrono>
#include <cstdint>

namespace tasuki::gpu {

TASUKI_HD std::uint32_t load_acquire(const std::uint32_t* at) {
    return __atomic_load_n(at, __ATOMIC_ACQUIRE);
}
TASUKI_HD void store_release(std::uint32_t* at, std::uint32_t number) {
    __atomic_store_n(at, number, __ATOMIC_RELEASE);
}
TASUKI_HD std::uint32_t count_up(std::uint32_t* at) {
    return __atomic_fetch_add(at, 1, __ATOMIC_ACQ_REL);
}
TASUKI_HD long long ticks() {
    return std::chrono::steady_clock::now().time_since_epoch() /
           std::chrono::nanoseconds{1};
}

struct Grid {
    unsigned block() const { return 0; }
    unsigned blocks() const { return 1; }
    unsigned thread() const { return 0; }
    unsigned threads() const { return 1; }
    void sync() const {}
    bool agree(bool own) const { return own; }
};

}  // namespace tasuki::gpu
#endif
