// The arrays in the signature of a kernel, found by the compiler, and what its
// functions have to be.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "runtime/core/view.hpp"

namespace tasuki::runtime::detail {

template <class>
struct IsView : std::false_type {};
template <class T, Access kAccess>
struct IsView<View<T, kAccess>> : std::true_type {};
template <class T, Access kAccess>
struct IsView<MatrixView<T, kAccess>> : std::true_type {};
template <class>
struct IsEach : std::false_type {};
template <class V, int kMost>
struct IsEach<Each<V, kMost>> : std::true_type {};

/// Takes the place of any member.
struct AnyMember {
    template <class T>
    operator T() const;
};

template <class Fields, class... Members>
constexpr std::size_t count_members() {
    static_assert(std::is_aggregate_v<std::remove_const_t<Fields>>,
                  "a kernel takes views, lists of them (Each), aggregates of "
                  "both, and nothing else");
    if constexpr (requires {
                      std::remove_const_t<Fields>{Members{}..., AnyMember{}};
                  })
        return count_members<Fields, Members..., AnyMember>();
    else
        return sizeof...(Members);
}

/// The members of an aggregate, as references.
template <class Fields>
constexpr auto members(Fields& f) {
    constexpr std::size_t n = count_members<Fields>();
    static_assert(n >= 1 && n <= 12,
                  "an aggregate of views has 1 to 12 members");
    if constexpr (n == 1) {
        auto& [a] = f;
        return std::tie(a);
    } else if constexpr (n == 2) {
        auto& [a, b] = f;
        return std::tie(a, b);
    } else if constexpr (n == 3) {
        auto& [a, b, c] = f;
        return std::tie(a, b, c);
    } else if constexpr (n == 4) {
        auto& [a, b, c, d] = f;
        return std::tie(a, b, c, d);
    } else if constexpr (n == 5) {
        auto& [a, b, c, d, e] = f;
        return std::tie(a, b, c, d, e);
    } else if constexpr (n == 6) {
        auto& [a, b, c, d, e, g] = f;
        return std::tie(a, b, c, d, e, g);
    } else if constexpr (n == 7) {
        auto& [a, b, c, d, e, g, h] = f;
        return std::tie(a, b, c, d, e, g, h);
    } else if constexpr (n == 8) {
        auto& [a, b, c, d, e, g, h, i] = f;
        return std::tie(a, b, c, d, e, g, h, i);
    } else if constexpr (n == 9) {
        auto& [a, b, c, d, e, g, h, i, j] = f;
        return std::tie(a, b, c, d, e, g, h, i, j);
    } else if constexpr (n == 10) {
        auto& [a, b, c, d, e, g, h, i, j, k] = f;
        return std::tie(a, b, c, d, e, g, h, i, j, k);
    } else if constexpr (n == 11) {
        auto& [a, b, c, d, e, g, h, i, j, k, l] = f;
        return std::tie(a, b, c, d, e, g, h, i, j, k, l);
    } else {
        auto& [a, b, c, d, e, g, h, i, j, k, l, m] = f;
        return std::tie(a, b, c, d, e, g, h, i, j, k, l, m);
    }
}

template <class... T>
struct TypeList {
    static constexpr std::size_t size = sizeof...(T);
};

template <class... A, class... B>
constexpr TypeList<A..., B...> operator+(TypeList<A...>, TypeList<B...>) {
    return {};
}

/// The views and lists of a parameter, in order.
template <class P>
constexpr auto slots_of_one();
template <class... P>
constexpr auto slots_of(TypeList<P...>) {
    return (TypeList<>{} + ... + slots_of_one<P>());
}
template <class... P>
constexpr auto slots_of(const std::tuple<P&...>*) {
    return slots_of(TypeList<P...>{});
}
template <class P>
constexpr auto slots_of_one() {
    if constexpr (IsView<P>::value || IsEach<P>::value)
        return TypeList<P>{};
    else
        return slots_of(
            static_cast<decltype(members(std::declval<P&>()))*>(nullptr));
}

/// Views of one member of a list.
template <class V>
using ViewsOf = decltype(slots_of(TypeList<V>{}));

/// A function that computes: what it takes beside its arguments.  Of what is
/// not such a function, nothing that a kernel could have.
template <class>
struct Function {
    using Args = void;
    using Parameters = TypeList<>;
};
template <class A, class... P>
struct Function<void (*)(A, P...)> {
    using Args = std::remove_cvref_t<A>;
    using Parameters = TypeList<std::remove_cvref_t<P>...>;
};
template <class A, class... P>
struct Function<void (*)(A, P...) noexcept> : Function<void (*)(A, P...)> {};
/// `static constexpr auto cpu = a_function;`
template <class F>
struct Function<F* const*> : Function<F*> {};

struct NoStream {};
/// `Parameters` without the stream at the end, or NoStream.
template <class Parameters>
struct WithoutStream;
template <class... P>
struct WithoutStream<TypeList<P...>> {
    template <std::size_t... i>
    static auto front(std::index_sequence<i...>)
        -> TypeList<std::tuple_element_t<i, std::tuple<P...>>...>;
    static constexpr std::size_t n = sizeof...(P);
    static auto pick() {
        using Last = std::tuple_element_t<n, std::tuple<NoStream, P...>>;
        if constexpr (std::is_same_v<Last, gpu::Stream>)
            return decltype(front(std::make_index_sequence<n - 1>{})){};
        else
            return NoStream{};
    }
    using type = decltype(pick());
};

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
