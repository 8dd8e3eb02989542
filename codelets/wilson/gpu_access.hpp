// Loads and stores of records by one GPU thread: 16 bytes at a time.
#pragma once

#include "codelets/wilson/layout.hpp"
#include "codelets/wilson/target.hpp"
#include "runtime/gpu.hpp"

namespace tasuki::wilson::on_gpu {

/// 16 bytes of a record, in registers.
template <class T>
struct alignas(16) Group {
    T r[16 / sizeof(T)];
};

template <class T>
TASUKI_HD Group<T> load_group(const T* at) {
    return *reinterpret_cast<const Group<T>*>(at);
}

/// Reals [kFirst, kFirst + kCount) of the record of `lane`; kFirst is a
/// multiple of a group.  `tile` points to the tile's first real.
template <int kReals, int kFirst, class T, int kCount>
TASUKI_HD void load_reals(const T* tile, int lane, T (&out)[kCount]) {
    using Layout = Record<T, kReals>;
    constexpr int v = Layout::kVector;
    // One address, and constant offsets from it, for all groups.
    const T* at = tile + Layout::group(kFirst / v, lane);
    TASUKI_UNROLL(24)
    for (int g = 0; g < kCount / v; ++g) {
        const Group<T> group = load_group(at + g * kTile * v);
        TASUKI_UNROLL(24)
        for (int k = 0; k < v; ++k) out[g * v + k] = group.r[k];
    }
    if constexpr (kCount % v != 0) {
        const T* rest = tile + Layout::rest(lane);
        TASUKI_UNROLL(24)
        for (int k = 0; k < kCount % v; ++k) out[kCount / v * v + k] = rest[k];
    }
}

template <class T, int kReals>
TASUKI_HD void store_reals(T* tile, int lane, const T (&in)[kReals]) {
    using Layout = Record<T, kReals>;
    static_assert(Layout::kRest == 0);
    constexpr int v = Layout::kVector;
    T* at = tile + Layout::group(0, lane);
    TASUKI_UNROLL(24)
    for (int g = 0; g < Layout::kGroups; ++g) {
        Group<T> group;
        TASUKI_UNROLL(24)
        for (int k = 0; k < v; ++k) group.r[k] = in[g * v + k];
        *reinterpret_cast<Group<T>*>(at + g * kTile * v) = group;
    }
}

}  // namespace tasuki::wilson::on_gpu
