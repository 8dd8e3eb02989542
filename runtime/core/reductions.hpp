// Ready reductions: one value of all elements of an array.
//
//   const double energy = 0.5 * dot(context, v, v);
//   if (max(context, residuals) < 1e-8) ...
//
// Instead of an array they take the blocks of one, too: a vector, a span or an
// array of Array<T>.  The bits of a result depend on the sizes of the blocks
// and on nothing else: not on workers, policy or placement.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "runtime/core/reduction_kernels.hpp"
#include "runtime/core/submit.hpp"

namespace tasuki::runtime {

namespace detail {

template <class T>
T element_of(const Array<T>&);
template <class X>
auto blocks_of(const X& x) {
    if constexpr (std::is_base_of_v<Data, X>)
        return std::span{&x, 1};
    else
        return std::span{x};
}
template <class X>
using ElementOfBlocks = decltype(element_of(blocks_of(std::declval<X&>())[0]));

template <class T>
concept Ordered = std::is_same_v<T, float> || std::is_same_v<T, double> ||
    std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::int64_t>;
template <class T>
concept Added = Ordered<T> ||
    (Complex<T>&& std::is_floating_point_v<typename T::value_type>);

/// @throws UsageError  there is nothing of which it could be one
void check_some(const char* reduction, bool any);
/// @throws UsageError  what it multiplies has not the same blocks
void check_pairs(const char* reduction, std::size_t x, std::size_t y);

/// @param y  blocks like x
template <class Kernel, class Reduction, class X, class... Y>
auto reduce(Context& context, const X& x, const Y&... y) {
    std::vector<Array<typename Reduction::Partial>> parts;
    for (std::size_t k = 0; k < x.size(); ++k) {
        (check_pairs(Reduction::name, x[k].size(), y[k].size()), ...);
        if (x[k].size() == 0) continue;
        parts.emplace_back(context, count_parts(x[k].size()));
        submit<Kernel>(context, {}, parts.back(), x[k], y[k]...);
    }
    if constexpr (!Reduction::kHasEmpty)
        check_some(Reduction::name, !parts.empty());
    auto total = Reduction::none();
    for (const auto& block : parts)
        for (const auto& part : block.read())
            total = Reduction::join(total, part);
    return Reduction::result(total);
}

}  // namespace detail

/// The sum of all elements, which waits for it; 0 of none.  Floating-point
/// numbers are added in double, and the sum is rounded once; that of integers
/// is a std::int64_t.
/// @param x  an Array, or blocks, of float, double, std::int32_t, std::int64_t
///           or std::complex of the first two
/// @throws as submit() and Array::read()
template <class X>
auto sum(Context& context, const X& x) {
    using T = detail::ElementOfBlocks<X>;
    static_assert(detail::Added<T>,
                  "sum() adds float, double, std::int32_t, std::int64_t and "
                  "std::complex of the first two");
    return detail::reduce<detail::Partials<detail::Sum<T>, Read<T>>,
                          detail::Sum<T>>(context, detail::blocks_of(x));
}

/// The sum of conj(x_i) y_i over all elements, as sum().
/// @throws UsageError  x and y are not cut into blocks of the same sizes
/// @throws as sum()
template <class X>
auto dot(Context& context, const X& x, const X& y) {
    using T = detail::ElementOfBlocks<X>;
    static_assert(detail::Added<T>,
                  "dot() is of float, double, std::int32_t, std::int64_t and "
                  "std::complex of the first two");
    detail::check_pairs("dot", detail::blocks_of(x).size(),
                        detail::blocks_of(y).size());
    return detail::reduce<detail::Partials<detail::Dot<T>, Read<T>, Read<T>>,
                          detail::Dot<T>>(context, detail::blocks_of(x),
                                          detail::blocks_of(y));
}

/// The largest element, which waits for it; NaN if one is NaN.
/// @param x  an Array, or blocks, of float, double, std::int32_t or
/// std::int64_t
/// @throws UsageError  there is no element
/// @throws as sum()
template <class X>
auto max(Context& context, const X& x) {
    using T = detail::ElementOfBlocks<X>;
    static_assert(detail::Ordered<T>,
                  "max() compares float, double, std::int32_t, std::int64_t");
    return detail::reduce<detail::Partials<detail::Max<T>, Read<T>>,
                          detail::Max<T>>(context, detail::blocks_of(x));
}

/// The smallest element, as max().
template <class X>
auto min(Context& context, const X& x) {
    using T = detail::ElementOfBlocks<X>;
    static_assert(detail::Ordered<T>,
                  "min() compares float, double, std::int32_t, std::int64_t");
    return detail::reduce<detail::Partials<detail::Min<T>, Read<T>>,
                          detail::Min<T>>(context, detail::blocks_of(x));
}

}  // namespace tasuki::runtime
