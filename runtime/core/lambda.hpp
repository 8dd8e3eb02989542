// Lambdas as tasks: what the call operator takes says what the task does with
// its arrays, as the signature of a kernel does (kernel.hpp).
//
//   submit(context, "axpy", [a](Update<float> y, Read<float> x) {
//       for (std::size_t i = 0; i < y.size(); ++i) y[i] += a * x[i];
//   }, y, x);
//
//   submit_elements(context, "axpy",
//                   [a] TASUKI_LAMBDA(int i, Update<float> y, Read<float> x) {
//                       y[i] += a * x[i];
//                   }, y, x);
//
// The task has a copy of what the lambda captures, until it has ended; what is
// captured by reference has to outlive the task, and belongs to it as long.
// A kernel that is a type can have functions for CPUs and for GPUs.
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>

#include "runtime/core/closure.hpp"
#include "runtime/core/submit.hpp"

namespace tasuki::runtime {

namespace detail {

/// Of a lambda that is none for tasks: what is wrong with it the compiler says
/// in submit(), and what is wrong with arrays here.
struct AnyArrays {};
template <std::size_t, class Given>
constexpr ArraysFit compare(AnyArrays, Given) {
    return {};
}
template <class F>
constexpr auto slots_of_lambda() {
    if constexpr (HasOneCall<F>)
        return typename Contract<ClosureKernel<F>>::Slots{};
    else
        return AnyArrays{};
}
template <class F>
constexpr auto slots_of_elements() {
    if constexpr (OfElements<F>)
        return typename Contract<ElementsKernel<F>>::Slots{};
    else
        return AnyArrays{};
}
template <class F, class... Given>
concept ArraysOfLambda = Taken<decltype(slots_of_lambda<F>()), Given...>;
template <class F, class... Given>
concept ArraysOfElements = Taken<decltype(slots_of_elements<F>()), Given...>;

template <class K, class F, class... Given>
Task submit_closure(Context& context, std::string_view name, const F& closure,
                    const SubmitOptions& options, Given&... arrays) {
    using Its = typename K::Args;
    const auto kept = Its::keep(closure);
    return submit_as<K>(record_named<K>(name), context, Its::of(closure, kept),
                        options, kept, arrays...);
}

}  // namespace detail

/// `F` is a lambda, or another object with one call operator, that is no kernel
/// by itself.
template <class F>
concept Lambda =
    std::is_class_v<F> && !Kernel<F> && !std::is_base_of_v<Data, F> &&
    !std::is_same_v<F, SubmitOptions>;

/// Submits a task that calls the lambda, as submit<K>() one of a kernel.  The
/// name is what traces, statistics, placements and errors call it; use few of
/// them, as the library keeps what it knows of each.
///
/// The lambda runs on CPUs: in it, for_each() shares a loop among those of the
/// worker.  One that takes a gpu::Stream at the end is called on GPU workers
/// instead, to queue work there as the gpu() of a kernel does.
/// @return  a handle that may be ignored
/// @throws as submit<K>()
template <Lambda F, class... Given>
requires detail::ArraysOfLambda<F, Given...>  //
    Task submit(Context& context, std::string_view name, const F& lambda,
                Given&... arrays) {
    return submit(context, name, lambda, SubmitOptions{}, arrays...);
}

/// The same, with options: `submit(context, "axpy", f, {.priority = 1}, y, x)`.
template <Lambda F, class... Given>
requires detail::ArraysOfLambda<F, Given...>  //
    Task submit(Context& context, std::string_view name, const F& lambda,
                const SubmitOptions& options, Given&... arrays) {
    if constexpr (detail::check_closure<F>() && detail::HasOneCall<F>)
        return detail::submit_closure<detail::ClosureKernel<F>>(
            context, name, lambda, options, arrays...);
}

/// Submits a task that calls the lambda for each element of the first array,
/// with the index of the element first, in any order and on several threads
/// (elements.hpp).  The index is an int, or a std::size_t for arrays of 2^31
/// elements and more.
///
/// In a source that the compiler of a GPU reads (SINGLE_SOURCE of
/// tasuki_add_kernels()) the lambda is a TASUKI_LAMBDA, and the task runs on
/// CPUs or on a GPU, a thread for each element.  There, nvcc lets CPUs call a
/// lambda only by a pointer, which takes 2 to 3 ns for each element; a type
/// with Elements has no such cost.  In any other source the task runs on CPUs.
/// @return  a handle that may be ignored
/// @throws as submit<K>()
template <Lambda F, class... Given>
requires detail::ArraysOfElements<F, Given...>  //
    Task submit_elements(Context& context, std::string_view name,
                         const F& lambda, Given&... arrays) {
    return submit_elements(context, name, lambda, SubmitOptions{}, arrays...);
}

/// The same, with options.
template <Lambda F, class... Given>
requires detail::ArraysOfElements<F, Given...>  //
    Task submit_elements(Context& context, std::string_view name,
                         const F& lambda, const SubmitOptions& options,
                         Given&... arrays) {
    static_assert(!detail::HasOneCall<F> || detail::OfElements<F>,
                  "a lambda for elements takes the index of an element, an int "
                  "or a std::size_t, and then views of arrays");
    if constexpr (detail::check_closure<F>() && detail::OfElements<F>)
        return detail::submit_closure<detail::ElementsKernel<F>>(
            context, name, lambda, options, arrays...);
}

}  // namespace tasuki::runtime
