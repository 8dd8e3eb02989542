// Products of 3 x 3 matrices for the inner loops: inline, and in an order of
// operations that compilers vectorise.
//
// No fused multiply-add and no run-time dispatch on purpose: accepting or
// rejecting a heat-bath proposal turns a last-bit difference into another
// configuration, and the same seed must give the same one on every CPU and GPU.
#pragma once

#include "codelets/lattice/gauge_field.hpp"

namespace tasuki::quenched {

namespace detail {

/// c += f(a) b, where f(a)_ik = a[i * row + k * column], conjugated if
/// `sign` = -1.  Sums of real and of imaginary parts are kept apart, so that
/// each is a multiple of six consecutive doubles: a row of b.
template <int row, int column, int sign>
TASUKI_HD void add_product(const lattice::Matrix3& a, const lattice::Matrix3& b,
                           lattice::Matrix3& c) {
    // The standard lets an array of complex be read as one of doubles.
    const auto* const bs = reinterpret_cast<const double*>(b.e.data());
    auto* const cs = reinterpret_cast<double*>(c.e.data());
    for (int i = 0; i < 3; ++i) {
        double by_real[6] = {}, by_imag[6] = {};
        for (int k = 0; k < 3; ++k) {
            const auto& factor = a.e[i * row + k * column];
            const double re = factor.real(), im = sign * factor.imag();
            for (int j = 0; j < 6; ++j) {
                by_real[j] += re * bs[6 * k + j];
                by_imag[j] += im * bs[6 * k + j];
            }
        }
        for (int j = 0; j < 6; j += 2) {
            cs[6 * i + j] += by_real[j] - by_imag[j + 1];
            cs[6 * i + j + 1] += by_real[j + 1] + by_imag[j];
        }
    }
}

TASUKI_HD lattice::Matrix3 conjugate_transpose(const lattice::Matrix3& a) {
    lattice::Matrix3 c;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) c(i, j) = {a(j, i).real(), -a(j, i).imag()};
    return c;
}

}  // namespace detail

/// a b
TASUKI_HD lattice::Matrix3 product(const lattice::Matrix3& a,
                                   const lattice::Matrix3& b) {
    lattice::Matrix3 c;
    detail::add_product<3, 1, 1>(a, b, c);
    return c;
}

/// a b^dagger
TASUKI_HD lattice::Matrix3 product_adjoint(const lattice::Matrix3& a,
                                           const lattice::Matrix3& b) {
    return product(a, detail::conjugate_transpose(b));
}

/// c += a b
TASUKI_HD void add_product(const lattice::Matrix3& a, const lattice::Matrix3& b,
                           lattice::Matrix3& c) {
    detail::add_product<3, 1, 1>(a, b, c);
}

/// c += a^dagger b
TASUKI_HD void add_adjoint_product(const lattice::Matrix3& a,
                                   const lattice::Matrix3& b,
                                   lattice::Matrix3& c) {
    detail::add_product<1, 3, -1>(a, b, c);
}

inline constexpr double kFlopsPerProduct = 198;  ///< [flop]

}  // namespace tasuki::quenched
