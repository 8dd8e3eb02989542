// Loads and stores of records by one GPU thread: 16 bytes at a time.
#pragma once

#include <cstring>

#include "codelets/device/instructions.hpp"
#include "codelets/wilson/layout.hpp"
#include "codelets/wilson/links-inl.hpp"
#include "codelets/wilson/target.hpp"
#include "runtime/gpu/gpu.hpp"

namespace tasuki::wilson::on_gpu {

/// How soon the same thing is read again.
enum class Reuse { cached, once };

/// 16 bytes of a record, in registers.
template <class T>
struct alignas(16) Group {
    T r[16 / sizeof(T)];
};

template <Reuse kReuse = Reuse::cached, class T>
TASUKI_HD Group<T> load_group(const T* at) {
#if defined(TASUKI_GPU_CODE)
    if constexpr (kReuse == Reuse::once) {
        const uint4 bits = gpu::load_once(reinterpret_cast<const uint4*>(at));
        Group<T> group;
        std::memcpy(&group, &bits, sizeof group);
        return group;
    }
#endif
    return *reinterpret_cast<const Group<T>*>(at);
}

/// Reals [kFirst, kFirst + kCount) of the record of `lane`; kFirst is a
/// multiple of a group.  `tile` points to the tile's first real.
template <int kReals, int kFirst, Reuse kReuse = Reuse::cached, class T,
          class N, int kCount>
TASUKI_HD void load_reals(const T* tile, int lane, N (&out)[kCount]) {
    using Layout = Record<T, kReals>;
    constexpr int v = Layout::kVector;
    // One address, and constant offsets from it, for all groups.
    const T* at = tile + Layout::group(kFirst / v, lane);
    TASUKI_UNROLL(24)
    for (int g = 0; g < kCount / v; ++g) {
        const Group<T> group = load_group<kReuse>(at + g * kTile * v);
        TASUKI_UNROLL(24)
        for (int k = 0; k < v; ++k) out[g * v + k] = static_cast<N>(group.r[k]);
    }
    if constexpr (kCount % v != 0) {
        static_assert(kFirst + kCount == kReals);
        constexpr int n = kCount % v;
        struct alignas(n * sizeof(T)) Rest {
            T r[n];
        };
        const Rest rest =
            *reinterpret_cast<const Rest*>(tile + Layout::rest(lane));
        TASUKI_UNROLL(24)
        for (int k = 0; k < n; ++k)
            out[kCount / v * v + k] = static_cast<N>(rest.r[k]);
    }
}

template <Reuse kReuse = Reuse::cached, class T, int kReals>
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
#if defined(TASUKI_GPU_CODE)
        if constexpr (kReuse == Reuse::once) {
            uint4 bits;
            std::memcpy(&bits, &group, sizeof bits);
            gpu::store_once(reinterpret_cast<uint4*>(at + g * kTile * v), bits);
            continue;
        }
#endif
        *reinterpret_cast<Group<T>*>(at + g * kTile * v) = group;
    }
}

/// The link of `lane`.
template <int kLinkReals, Reuse kReuse, class T>
TASUKI_HD auto load_link(const T* tile, int lane) {
    T r[kLinkReals];
    load_reals<kLinkReals, 0, kReuse>(tile, lane, r);
    return link_from(r);
}

}  // namespace tasuki::wilson::on_gpu
