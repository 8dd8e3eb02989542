// The logarithm, sine and cosine of glibc, bit for bit, for CPUs and GPUs.
//
// Normal deviates (random.hpp) have been made with these since the first
// version, so fields on a GPU have the links of published results only if it
// computes the same.  The order of operations, and which of them are fused, are
// those of glibc 2.28 and later on CPUs with fused multiply-adds.  Sources that
// call these functions are compiled without further fused operations.
//
// Sources: log of Arm's Optimized Routines (Copyright (c) 2018 Arm Ltd.,
// SPDX-License-Identifier: MIT); for sines the method of S. Gal and B.
// Bachelis, ACM Trans. Math. Softw. 17 (1991) 26, in IBM's Accurate
// Mathematical Library.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "codelets/lattice/elementary.hpp"
#include "codelets/lattice/log_table.hpp"
#include "codelets/lattice/sine_table.hpp"
#include "runtime/gpu/code.hpp"

namespace tasuki::lattice::glibc {

namespace detail {

/// c0 + c1 r + c2 r^2
TASUKI_HD double quadratic(double r, double c0, double c1, double c2) {
    return std::fma(r * r, c2, std::fma(c1, r, c0));
}

/// log(x) = r - r^2 / 2 + ..., r = x - 1, where this is small.
TASUKI_HD double log_near_one(double x) {
    const double r = x - 1, r3 = r * (r * r);
    const double first = quadratic(r, 0x1.5555555555577p-2,
                                   -0x1.ffffffffffdcbp-3, 0x1.999999995dd0cp-3);
    const double second = quadratic(r, -0x1.55555556745a7p-3,
                                    0x1.24924a344de3p-3, -0x1.fffffa4423d65p-4);
    const double third =
        std::fma(r3, -0x1.5521375d145cdp-4,
                 quadratic(r, 0x1.c7184282ad6cap-4, -0x1.999eb43b068ffp-4,
                           0x1.78182f7afd085p-4));
    const double series = std::fma(std::fma(third, r3, second), r3, first);
    // r - r^2 / 2 as a sum of two: the square of r's upper half is exact.
    const double upper = std::fma(-0x1p27, r, std::fma(r, 0x1p27, r));
    const double square = upper * upper;
    const double high = std::fma(square, -0.5, r);
    const double low = std::fma(-0.5 * (r - upper), r + upper,
                                std::fma(square, -0.5, r - high));
    return high + std::fma(series, r3, low);
}

/// |x| is that of an entry of the table and `rest`.
struct Nearest {
    SineEntry entry;
    double rest;
};

TASUKI_HD Nearest nearest(double x) {
    constexpr double kShift =
        0x1.8p45;  // its unit in the last place is 1 / 128
    const double shifted = kShift + std::fabs(x);
    const auto k =
        static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(shifted));
    return {sine_entry(static_cast<int>(k)), std::fabs(x) - (shifted - kShift)};
}

/// (sin(t) - t) / t^3 and (1 - cos(t)) / t^2 for |t| below 1 / 128.
TASUKI_HD double sine_series(double t2) {
    return std::fma(t2, 0x1.11110e829872fp-7, -0x1.5555555555515p-3);
}
TASUKI_HD double cosine_series(double t2) {
    return std::fma(std::fma(t2, 0x1.6c16bedd9e239p-10, -0x1.5555555555535p-5),
                    t2, 0.5);
}

/// sin(x + rest), |x| up to pi / 4 and a little more.
TASUKI_HD double sine(double x, double rest) {
    if (std::fabs(x) < 0x1.020c49ba5e354p-3) {
        const double x2 = x * x;
        double series =
            std::fma(-0x1.addffc2fcdf59p-26, x2, 0x1.71de27b9a7ed9p-19);
        series = std::fma(series, x2, -0x1.a01a019db08b8p-13);
        series = std::fma(series, x2, 0x1.1111111110ecep-7);
        series = std::fma(series, x2, -0x1.5555555555555p-3);
        return x + std::fma(std::fma(series, x, -(0.5 * rest)), x2, rest);
    }
    if (x <= 0) rest = -rest;
    const auto [entry, t] = nearest(x);
    const double t2 = t * t;
    const double s = std::fma(t2 * t, sine_series(t2), rest) + t;
    const double c = std::fma(t, rest, t2 * cosine_series(t2));
    double more = std::fma(s, entry.cos_rest, entry.sin_rest);
    more = std::fma(-c, entry.sin, more);
    more = std::fma(s, entry.cos, more);
    return std::copysign(entry.sin + more, x);
}

/// cos(x + rest), likewise.
TASUKI_HD double cosine(double x, double rest) {
    if (x < 0) rest = -rest;
    const auto [entry, nearly] = nearest(x);
    const double t = nearly + rest, t2 = t * t;
    const double s = std::fma(t * t2, sine_series(t2), t);
    const double c = t2 * cosine_series(t2);
    double more = std::fma(-s, entry.sin_rest, entry.cos_rest);
    more = std::fma(-c, entry.cos, more);
    more = std::fma(-s, entry.sin, more);
    return entry.cos + more;
}

}  // namespace detail

/// log(x) of a normal number above 0.
TASUKI_HD double log_of(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    constexpr auto kNearOne = std::bit_cast<std::uint64_t>(1 - 0x1p-4);
    constexpr auto kAbove = std::bit_cast<std::uint64_t>(1 + 0x1.09p-4);
    if (bits - kNearOne < kAbove - kNearOne) return detail::log_near_one(x);
    // x = 2^k z, z from 11/16 to 11/8, and log(z) = log(c) + log(1 + r).
    constexpr std::uint64_t kFirst = 0x3fe6000000000000;
    const std::uint64_t steps = bits - kFirst;
    const auto entry = log_entry(static_cast<int>((steps >> 45) % 128));
    const auto k = static_cast<double>(static_cast<std::int64_t>(steps) >> 52);
    const auto z = std::bit_cast<double>(bits - (steps >> 52 << 52));
    const double r = std::fma(z, entry.inverse, -1.0), r2 = r * r;
    const double whole = std::fma(k, 0x1.62e42fefa38p-1, entry.log);
    const double high = whole + r;
    double low = std::fma(k, 0x1.ef35793c7673p-45, (whole - high) + r);
    low = std::fma(r2, -0x1.0000000000001p-1, low);
    const double series =
        std::fma(std::fma(r, -0x1.55575e506c89fp-3, 0x1.999b324f10111p-3), r2,
                 std::fma(-0x1.fffffffeb459p-3, r, 0x1.555555551305bp-2));
    return std::fma(r * r2, series, low) + high;
}

/// Of 0 <= x <= 2 pi.
TASUKI_HD SinCos sin_cos_of(double x) {
    constexpr double kHalfPi = 0x1.921fb54442d18p+0;
    constexpr double kHalfPiRest = 0x1.1a62633145c07p-54;
    // glibc compares the upper halves of the numbers.
    const auto upper =
        static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(x) >> 32);
    if (upper < 0x3feb6000)  // x < 0.855
        return {detail::sine(x, 0), detail::cosine(x, 0)};
    if (upper < 0x400368fd) {  // x < 2.43
        const double y = kHalfPi - x;
        const double from_top = y + kHalfPiRest;
        const double rest = (y - from_top) + kHalfPiRest;
        return {detail::cosine(from_top, rest), detail::sine(from_top, rest)};
    }
    // pi / 2 in four parts, so that products with `turns` are exact.
    constexpr double kRound = 0x1.8p52;
    const double rounded = std::fma(x, 0x1.45f306dc9c883p-1, kRound);
    const double turns = rounded - kRound;  // quarters of a turn
    double y = std::fma(-turns, 0x1.921fb58p+0, x);
    y = std::fma(-turns, -0x1.dde973cp-27, y);
    const double z = std::fma(-turns, -0x1.cb3b398p-55, y);
    const double z_rest = std::fma(-turns, -0x1.cb3b398p-55, y - z);
    double a = std::fma(-turns, -0x1.d747f23e32ed7p-83, z);
    double rest = z_rest + std::fma(-turns, -0x1.d747f23e32ed7p-83, z - a);
    const auto n = static_cast<int>(std::bit_cast<std::uint64_t>(rounded) % 4);
    if (n == 1 || n == 2) {
        a = -a;
        rest = -rest;
    }
    const double sine = detail::sine(a, rest);
    const double cosine = detail::cosine(a, rest);
    const double other = n >= 2 ? -cosine : cosine;
    return n % 2 == 1 ? SinCos{other, sine} : SinCos{sine, other};
}

}  // namespace tasuki::lattice::glibc
