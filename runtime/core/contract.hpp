// What the functions of a kernel have to be, and which arrays its tasks take.
#pragma once

#include <type_traits>

#include "runtime/core/signature.hpp"

namespace tasuki::runtime::detail {

template <class K>
inline constexpr bool kHasCpu = requires {
    &K::cpu;
};
template <class K>
inline constexpr bool kHasGpu = requires {
    &K::gpu;
};

/// Whether K names a cpu or a gpu, of whatever kind: that of the base would
/// otherwise be found.
struct CpuName {
    int cpu;
};
struct GpuName {
    int gpu;
};
template <class K, class Name>
struct Named : K, Name {};
template <class K>
inline constexpr bool kNamesCpu = !requires {
    &Named<K, CpuName>::cpu;
};
template <class K>
inline constexpr bool kNamesGpu = !requires {
    &Named<K, GpuName>::gpu;
};
template <class K>
constexpr bool names_what_it_has() {
    if constexpr (std::is_final_v<K>)
        return true;  // it cannot be asked
    else
        return kNamesCpu<K> == kHasCpu<K> && kNamesGpu<K> == kHasGpu<K>;
}

template <class K>
struct Contract {
    static auto of_cpu() {
        if constexpr (kHasCpu<K>) return Function<decltype(&K::cpu)>{};
    }
    static auto of_gpu() {
        if constexpr (kHasGpu<K>) return Function<decltype(&K::gpu)>{};
    }
    template <class F>
    using WithoutItsStream =
        typename WithoutStream<typename F::Parameters>::type;

    static auto parameters() {
        if constexpr (kHasCpu<K>)
            return typename decltype(of_cpu())::Parameters{};
        else
            return WithoutItsStream<decltype(of_gpu())>{};
    }
    using Parameters = decltype(parameters());

    static constexpr bool takes_its_args() {
        using Args = typename K::Args;
        if constexpr (kHasCpu<K>)
            if (!std::is_same_v<typename decltype(of_cpu())::Args, Args>)
                return false;
        if constexpr (kHasGpu<K>)
            if (!std::is_same_v<typename decltype(of_gpu())::Args, Args>)
                return false;
        return true;
    }
    static constexpr bool agrees() {
        if constexpr (kHasGpu<K>) {
            using OnGpu = WithoutItsStream<decltype(of_gpu())>;
            return std::is_same_v<Parameters, OnGpu> &&
                   !std::is_same_v<OnGpu, NoStream>;
        }
        return true;
    }

    static_assert(kHasCpu<K> || kHasGpu<K>,
                  "a kernel has a function cpu() or gpu()");
    static_assert(names_what_it_has<K>(),
                  "cpu() and gpu() are neither overloaded nor templates");
    static_assert(takes_its_args(),
                  "cpu() and gpu() are static, return void and take "
                  "`const Args&` of the kernel first");
    static_assert(agrees(),
                  "gpu() takes what cpu() takes, and a gpu::Stream at the end");
    using Slots = decltype(slots_of(Parameters{}));
};

}  // namespace tasuki::runtime::detail
