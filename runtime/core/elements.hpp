// Kernels that do the same with each element: one function serves CPUs and
// GPUs.
//
//   struct Factor { float a; };
//   struct Axpy : Elements<Axpy, Factor, Update<float>, Read<float>> {
//       static constexpr auto name = "axpy";
//       TASUKI_HD static void at(int i, const Factor& f, Update<float> y,
//                                Read<float> x) {
//           y[i] += f.a * x[i];
//       }
//   };
#pragma once

#include <cstddef>
#include <limits>

#include "runtime/core/team.hpp"
#include "runtime/core/view.hpp"
#include "runtime/gpu/gpu.hpp"

namespace tasuki::runtime {

namespace detail {

/// std::tuple is not for GPUs.
template <class... Views>
struct Pack {
    template <class Call, class... Before>
    TASUKI_HD void apply(const Call& call, const Before&... before) const {
        call(before...);
    }
};
template <class First, class... Rest>
struct Pack<First, Rest...> {
    First first;
    Pack<Rest...> rest;

    template <class Call, class... Before>
    TASUKI_HD void apply(const Call& call, const Before&... before) const {
        rest.apply(call, before..., first);
    }
};

/// What K::at() takes first, or std::size_t where it is a template.
template <class At>
struct FirstOf {
    using type = std::size_t;
};
template <class First, class... Rest>
struct FirstOf<void (*)(First, Rest...)> {
    using type = First;
};
template <class First, class... Rest>
struct FirstOf<void (*)(First, Rest...) noexcept> {
    using type = First;
};
template <class K>
constexpr auto zero_index() {
    if constexpr (requires { &K::at; })
        return std::remove_cvref_t<typename FirstOf<decltype(&K::at)>::type>{};
    else
        return std::size_t{};
}
template <class K>
using IndexOf = decltype(zero_index<K>());

template <class K, class Args, class Index>
struct AtElement {
    Index i;
    const Args& args;

    template <class... Views>
    TASUKI_HD void operator()(const Views&... views) const {
        K::at(i, args, views...);
    }
};

/// The body of the loop over the elements.
template <class K, class Args, class... Views>
struct ElementsBody {
    Args args;
    Pack<Views...> views;

    template <class Index>
    TASUKI_HD void operator()(Index i) const {
        views.apply(AtElement<K, Args, Index>{i, args});
    }
};

template <class... Views>
constexpr Pack<Views...> pack(const Views&... views) {
    if constexpr (sizeof...(Views) == 0)
        return {};
    else
        return [](const auto& first, const auto&... rest) {
            return Pack<Views...>{first, pack(rest...)};
        }(views...);
}

}  // namespace detail

/// The base of a kernel K whose tasks call K::at(i, args, views...) for each
/// element i of the first array, in any order and on several threads.  `i` is
/// an int, or a std::size_t for arrays of 2^31 elements and more: submit()
/// refuses these where it is an int.
///
/// A source that submits K is compiled by the GPU's compiler where there is one
/// (SINGLE_SOURCE of tasuki_add_kernels()), or a source for GPUs has
/// `template struct tasuki::runtime::Elements<K, ...>;`.
template <class K, class A, class First, class... Views>
struct Elements {
    /// What submit() takes beside the arrays.
    using Args = A;

    /// Most elements that `i` can count.
    static constexpr std::size_t most_elements() {
        return static_cast<std::size_t>(
            std::numeric_limits<detail::IndexOf<K>>::max());
    }
    /// On the CPUs of a worker.
    static void cpu(const Args& args, First first, Views... views) {
        for_each(static_cast<detail::IndexOf<K>>(first.size()),
                 body(args, first, views...));
    }
    /// One thread for each element.
    static void gpu(const Args& args, First first, Views... views,
                    gpu::Stream stream);

  private:
    static detail::ElementsBody<K, A, First, Views...> body(const Args& args,
                                                            First first,
                                                            Views... views) {
        return {args, detail::pack(first, views...)};
    }
};

#if defined(TASUKI_GPU_CODE) && defined(TASUKI_HAS_GPU)
template <class K, class A, class First, class... Views>
void Elements<K, A, First, Views...>::gpu(const Args& args, First first,
                                          Views... views, gpu::Stream stream) {
    tasuki::gpu::for_each<256>(stream,
                               static_cast<detail::IndexOf<K>>(first.size()),
                               body(args, first, views...), K::name);
}
#endif

}  // namespace tasuki::runtime
