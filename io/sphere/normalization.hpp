// Real coefficients C and S of spherical harmonics in the normalizations of
// geodesy and geomagnetism, and the complex ones that are transformed.
//
//   f = sum_(l, m >= 0) (C_lm cos(m lambda) + S_lm sin(m lambda)) P_lm(mu)
//
// P_lm are such that the integral over the sphere of the square of
// P_lm cos(m lambda) is
//   orthonormal: 1,    4pi: 4 pi,    schmidt: 4 pi / (2 l + 1),
// without or with the phase (-1)^m of Condon and Shortley.  Complex s_l^m are
// those of codelets/sphere/recurrence.hpp: normalized to 1 with exp(i m
// lambda), with that phase, and counted twice for m > 0.  So
//   C_l0 = s_l^0 / N,    C_lm - i S_lm = sqrt(2) (-1)^m s_l^m / N for m > 0,
// N the root of the integral; without (-1)^m where the phase is the same.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "codelets/sphere/truncation.hpp"

namespace tasuki::io {

enum class Normalization { orthonormal, four_pi, schmidt };
/// "orthonormal", "4pi", "schmidt"
/// @throws UsageError  another text
Normalization parse_normalization(const std::string& text);
const char* normalization_name(Normalization normalization);

struct Convention {
    Normalization normalization = Normalization::four_pi;
    bool condon_shortley = false;
    bool operator==(const Convention&) const = default;
};

struct RealPair {
    double c, s;
    bool operator==(const RealPair&) const = default;
};

/// Of T<degrees>, in the order of Truncation.
using Coefficients = std::vector<std::complex<double>>;

RealPair to_real(std::complex<double> s, int l, int m, const Convention& to);
std::complex<double> to_complex(const RealPair& pair, int l, int m,
                                const Convention& from);

}  // namespace tasuki::io
