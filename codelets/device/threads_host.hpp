// The host's part of put.hpp: a thread of it alone.
#pragma once

#include "runtime/gpu/gpu.hpp"

#if !defined(TASUKI_GPU_CODE)
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

}  // namespace tasuki::gpu
#endif
