// Partial results of sum(), dot(), min() and max() (reductions.hpp), in an
// order that the number of elements alone decides.
//
// An array is cut into parts of kPart elements, and each part into kLanes
// lanes: lane l has the elements l, l + kLanes, ... of the part, in that order.
// Lanes are joined in pairs that are half of them apart, then a quarter, and so
// on. CPUs and GPUs do the same, without fused operations, so their bits are
// equal.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "runtime/core/view.hpp"
#include "runtime/gpu/code.hpp"

namespace tasuki::runtime::detail {

inline constexpr std::size_t kPart = 8192;  ///< elements
inline constexpr int kLanes = 256;          ///< threads of a block on a GPU

/// In how many parts an array of this size is.
constexpr std::size_t count_parts(std::size_t size) {
    return (size + kPart - 1) / kPart;
}

/// std::complex is not for GPUs.
struct ComplexSum {
    double re, im;
};

/// A std::complex: two numbers, one behind the other.
template <class T>
concept Complex = requires(T z) {
    { z.imag() } -> std::same_as<typename T::value_type>;
    requires sizeof(T) == 2 * sizeof(typename T::value_type);
};

/// What elements are added in: double for floating point, 64 bits for integers.
template <class T>
struct SumOf {};
template <std::floating_point T>
struct SumOf<T> {
    using type = double;
    static TASUKI_HD double load(const T* x, std::size_t i) { return x[i]; }
    static T result(double sum) { return static_cast<T>(sum); }
};
/// Of two's complement: beyond its range a sum begins again from the other end.
template <std::signed_integral T>
struct SumOf<T> {
    using type = std::uint64_t;
    static TASUKI_HD std::uint64_t load(const T* x, std::size_t i) {
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(x[i]));
    }
    static std::int64_t result(std::uint64_t sum) {
        return static_cast<std::int64_t>(sum);
    }
};
template <Complex T>
struct SumOf<T> {
    using type = ComplexSum;
    using R = typename T::value_type;
    static TASUKI_HD ComplexSum load(const T* x, std::size_t i) {
        const R* const reals = reinterpret_cast<const R*>(x);
        return {reals[2 * i], reals[2 * i + 1]};
    }
    static T result(const ComplexSum& sum) {
        return {static_cast<R>(sum.re), static_cast<R>(sum.im)};
    }
};

TASUKI_HD double add(double a, double b) {
    return a + b;
}
TASUKI_HD std::uint64_t add(std::uint64_t a, std::uint64_t b) {
    return a + b;
}
TASUKI_HD ComplexSum add(ComplexSum a, ComplexSum b) {
    return {a.re + b.re, a.im + b.im};
}
TASUKI_HD double multiply(double a, double b) {
    return a * b;
}
TASUKI_HD std::uint64_t multiply(std::uint64_t a, std::uint64_t b) {
    return a * b;
}
/// conj(a) b
TASUKI_HD ComplexSum multiply(ComplexSum a, ComplexSum b) {
    return {a.re * b.re + a.im * b.im, a.re * b.im - a.im * b.re};
}

/// Each reduction: the partial result of nothing, of an element, of two others,
/// and the result.
template <class T>
struct Sum {
    static constexpr auto name = "sum";
    static constexpr bool kHasEmpty = true;  ///< a result without elements
    using Partial = typename SumOf<T>::type;
    static TASUKI_HD Partial none() { return {}; }
    static TASUKI_HD Partial of(const T* x, std::size_t i) {
        return SumOf<T>::load(x, i);
    }
    static TASUKI_HD Partial join(Partial a, Partial b) { return add(a, b); }
    static auto result(Partial sum) { return SumOf<T>::result(sum); }
};
template <class T>
struct Dot : Sum<T> {
    static constexpr auto name = "dot";
    using Partial = typename Sum<T>::Partial;
    static TASUKI_HD Partial of(const T* x, const T* y, std::size_t i) {
        return multiply(SumOf<T>::load(x, i), SumOf<T>::load(y, i));
    }
};
/// NaN if any element is.
template <class T>
struct Max {
    static constexpr auto name = "max";
    static constexpr bool kHasEmpty = false;
    using Partial = T;
    static TASUKI_HD T none() {
        if constexpr (std::is_floating_point_v<T>)
            return -std::numeric_limits<T>::infinity();
        else
            return std::numeric_limits<T>::lowest();
    }
    static TASUKI_HD T of(const T* x, std::size_t i) { return x[i]; }
    static TASUKI_HD T join(T a, T b) {
        return a != a || a > b ? a : b;  // a != a: NaN
    }
    static T result(T value) { return value; }
};
template <class T>
struct Min : Max<T> {
    static constexpr auto name = "min";
    static TASUKI_HD T none() {
        if constexpr (std::is_floating_point_v<T>)
            return std::numeric_limits<T>::infinity();
        else
            return std::numeric_limits<T>::max();
    }
    static TASUKI_HD T join(T a, T b) { return a != a || a < b ? a : b; }
};

/// The kernel of a reduction over the elements of one array, or of pairs from
/// two of equal size.
/// @tparam X  Read<T>, once or twice
template <class Reduction, class... X>
struct Partials {
    static constexpr auto name = Reduction::name;
    struct Args {};
    using Partial = typename Reduction::Partial;
    /// (count_parts of the size)
    static void cpu(const Args&, Write<Partial> parts, X... x);
    static void gpu(const Args&, Write<Partial> parts, X... x,
                    gpu::Stream stream);
};

}  // namespace tasuki::runtime::detail
