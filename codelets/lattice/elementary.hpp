// Elementary functions with the same bits on CPUs and GPUs, whose libraries
// differ in the last place: additions, multiplications and divisions that are
// rounded one by one.  Sources that call them are compiled without fused
// operations.  The error is below 1.5 ulp.
//
// Reductions of arguments: fdlibm of Sun Microsystems (K. C. Ng), 1993.  Series
// instead of its minimax polynomials need two or three terms more.
#pragma once

#include <bit>
#include <cstdint>

#include "runtime/gpu/code.hpp"

namespace tasuki::lattice {

namespace detail {

// log(2) in two parts; the first has 21 bits at its end that are 0, so that its
// products with exponents are exact.
inline constexpr double kLog2High = 0x1.62e42feep-1;
inline constexpr double kLog2Low = 0x1.a39ef35793c76p-33;

/// c0 + c1 z + c2 z^2 + ...
TASUKI_HD double polynomial(double, double c0) {
    return c0;
}
template <class... More>
TASUKI_HD double polynomial(double z, double c0, More... more) {
    return c0 + z * polynomial(z, more...);
}

/// 2^k
TASUKI_HD double power_of_two(int k) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52);
}

/// log(x + rest), where `rest` is below the last place of x: with
/// x = 2^k (1 + f), |f| <= sqrt(2) - 1, and s = f / (2 + f),
///   log(1 + f) = 2 atanh(s) = f - s f + s (2/3 s^2 + 2/5 s^4 + ...).
TASUKI_HD double log_of_sum(double x, double rest) {
    constexpr std::uint64_t kRootOfHalf = 0x3fe6a09e667f3bcd;
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const auto k =
        static_cast<int>(static_cast<std::int64_t>(bits - kRootOfHalf) >> 52);
    const double f =
        std::bit_cast<double>(bits - (static_cast<std::uint64_t>(k) << 52)) - 1;
    const double s = f / (2 + f), z = s * s, half = 0.5 * f * f;
    const double series =
        z * polynomial(z, 2. / 3, 2. / 5, 2. / 7, 2. / 9, 2. / 11, 2. / 13,
                       2. / 15, 2. / 17, 2. / 19, 2. / 21);
    const double low = k * kLog2Low + rest / x;
    return k * kLog2High - ((half - (s * (half + series) + low)) - f);
}

}  // namespace detail

/// log(x) of a normal number above 0.
TASUKI_HD double log_of(double x) {
    return detail::log_of_sum(x, 0);
}

/// log(1 + x), x >= 0.
TASUKI_HD double log1p_of(double x) {
    const double sum = 1 + x;
    return detail::log_of_sum(sum, x < 1 ? x - (sum - 1) : 1 - (sum - x));
}

/// exp(x) - 1, 0 <= x <= 700: with x = k log(2) + r + rest, |r| <= log(2) / 2,
///   2^k (exp(r + rest) - 1) + 2^k - 1.
TASUKI_HD double expm1_of(double x) {
    constexpr double kInverse = 0x1.71547652b82fep+0;  // 1 / log(2)
    const auto k = static_cast<int>(x * kInverse + 0.5);
    const double high = x - k * detail::kLog2High, low = k * detail::kLog2Low;
    const double r = high - low, rest = (high - r) - low;
    // Factors 1 / n!
    const double series =
        r * r *
        detail::polynomial(r, 1. / 2, 1. / 6, 1. / 24, 1. / 120, 1. / 720,
                           1. / 5040, 1. / 40320, 1. / 362880, 1. / 3628800,
                           1. / 39916800, 1. / 479001600, 1. / 6227020800);
    const double small = series + (rest + rest * r);
    if (k == 0) return r + small;
    const double scale = detail::power_of_two(k);
    const double sum = (scale - 1) + scale * r;
    return sum + (scale * small + (scale * r - (sum - (scale - 1))));
}

struct SinCos {
    double sin, cos;
};

/// Of the angle 2 pi u, 0 <= u <= 1, in units of 2^-53 or coarser: the quarter
/// turns that are taken off are exact.
TASUKI_HD SinCos sin_cos_of_turns(double u) {
    constexpr double kAboveSix = 0x1.21fb54442d184p-2;  // 2 pi - 6
    const auto quarters = static_cast<int>(4 * u + 0.5);
    // The angle is main + rest, and `main` is exact.
    const double r = u - 0.25 * quarters;
    const double main = 6 * r, rest = kAboveSix * r;
    const double a = main + rest, z = a * a;
    // Factors (-1)^n / (2 n + 1)! and (-1)^n / (2 n)!
    const double s =
        main + (rest + a * z *
                           detail::polynomial(
                               z, -1. / 6, 1. / 120, -1. / 5040, 1. / 362880,
                               -1. / 39916800, 1. / 6227020800,
                               -1. / 1307674368000, 1. / 355687428096000));
    const double c =
        1 - (0.5 * z - z * z *
                           detail::polynomial(z, 1. / 24, -1. / 720, 1. / 40320,
                                              -1. / 3628800, 1. / 479001600,
                                              -1. / 87178291200,
                                              1. / 20922789888000));
    const bool swapped = quarters % 2 == 1;
    const double sine = swapped ? c : s, cosine = swapped ? s : c;
    return {(quarters & 2) != 0 ? -sine : sine,
            ((quarters + 1) & 2) != 0 ? -cosine : cosine};
}

}  // namespace tasuki::lattice
