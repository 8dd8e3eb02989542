// Spherical harmonics written plainly, in extended precision.
#pragma once

#include <complex>
#include <vector>

#include "codelets/sphere/grid.hpp"

namespace tasuki::sphere {

/// P_n^m (sin of the latitude = mu) for n = m .. degrees, normalized to 1 over
/// the sphere with exp(i m lambda), with the phase of Condon and Shortley: the
/// three-term recurrence in n, with separate exponents.
std::vector<long double> reference_legendre(int m, int degrees, long double mu);

/// f(lambda, mu) = sum_n s_n^0 P_n^0 + 2 Re sum_(m > 0) s_n^m P_n^m
/// exp(i m lambda).
/// @param spectrum  in the order of Truncation
/// @return (J, I)
std::vector<double> reference_synthesis(
    const Truncation& truncation, const Grid& grid,
    const std::vector<std::complex<double>>& spectrum);

/// s_n^m = integral over the sphere of f P_n^m exp(-i m lambda), by the
/// weights of the grid.
/// @param field  (J, I)
std::vector<std::complex<double>> reference_analysis(
    const Truncation& truncation, const Grid& grid,
    const std::vector<double>& field);

}  // namespace tasuki::sphere
