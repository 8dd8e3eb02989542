#include "io/sphere/normalization.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "runtime/core/error.hpp"

namespace tasuki::io {

namespace {

constexpr std::array kNames{"orthonormal", "4pi", "schmidt"};

/// C - i S over s.
double factor(int l, int m, const Convention& c) {
    double f = m > 0 ? std::numbers::sqrt2 : 1;
    if (c.normalization != Normalization::orthonormal)
        f /= std::sqrt(4 * std::numbers::pi);
    if (c.normalization == Normalization::schmidt) f *= std::sqrt(2.0 * l + 1);
    return !c.condon_shortley && m % 2 == 1 ? -f : f;
}

}  // namespace

Normalization parse_normalization(const std::string& text) {
    for (std::size_t k = 0; k < kNames.size(); ++k)
        if (text == kNames[k]) return static_cast<Normalization>(k);
    throw runtime::UsageError(fmt::format(
        "unknown normalization '{}': expected orthonormal, 4pi, schmidt",
        text));
}

const char* normalization_name(Normalization normalization) {
    return kNames.at(static_cast<std::size_t>(normalization));
}

RealPair to_real(std::complex<double> s, int l, int m, const Convention& to) {
    const double f = factor(l, m, to);
    return {f * s.real(), m == 0 ? 0 : -f * s.imag()};
}

std::complex<double> to_complex(const RealPair& pair, int l, int m,
                                const Convention& from) {
    const double f = factor(l, m, from);
    return {pair.c / f, m == 0 ? 0 : -pair.s / f};
}

}  // namespace tasuki::io
