// Arithmetic of 3 x 3 matrices and plaquettes, written once for host and
// device.
//
// Real and imaginary parts are written out: std::complex's operator* also
// recovers infinities, which costs a branch per product in every hot loop, and
// nvcc 13.0 loses what its +=, -= and - compute in code for a GPU.
#pragma once

#include <cmath>

#include "codelets/lattice/moved.hpp"
#include "codelets/lattice/observables.hpp"
#include "runtime/gpu/code.hpp"

namespace tasuki::lattice::inl {

/// a b
TASUKI_HD Complex product(const Complex& a, const Complex& b) {
    return {a.real() * b.real() - a.imag() * b.imag(),
            a.real() * b.imag() + a.imag() * b.real()};
}

/// a - b
TASUKI_HD Complex difference(const Complex& a, const Complex& b) {
    return {a.real() - b.real(), a.imag() - b.imag()};
}

TASUKI_HD Complex conjugate(const Complex& a) {
    return {a.real(), -a.imag()};
}

/// a b
TASUKI_HD Matrix3 product(const Matrix3& a, const Matrix3& b) {
    Matrix3 c;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            double re = 0, im = 0;
            for (int k = 0; k < 3; ++k) {
                const Complex& p = a(i, k);
                const Complex& q = b(k, j);
                re += p.real() * q.real() - p.imag() * q.imag();
                im += p.real() * q.imag() + p.imag() * q.real();
            }
            c(i, j) = {re, im};
        }
    return c;
}

/// The third row of an SU(3) matrix from its first two: conj(row1 x row2).
TASUKI_HD void complete_third_row(Matrix3& u) {
    for (int c = 0; c < 3; ++c) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        u(2, c) = conjugate(
            difference(product(u(0, d), u(1, e)), product(u(0, e), u(1, d))));
    }
}

/// Divides a row by its norm.
TASUKI_HD void normalize(Matrix3& u, int row) {
    double norm2 = 0;
    for (int c = 0; c < 3; ++c) {
        const Complex& z = u(row, c);
        norm2 += z.real() * z.real() + z.imag() * z.imag();
    }
    const double norm = std::sqrt(norm2);
    for (int c = 0; c < 3; ++c)
        u(row, c) = {u(row, c).real() / norm, u(row, c).imag() / norm};
}

/// Gram-Schmidt on the rows, then the third row completed.
TASUKI_HD Matrix3 reunitarized(Matrix3 u) {
    normalize(u, 0);
    double re = 0, im = 0;
    for (int c = 0; c < 3; ++c) {
        const Complex part = product(conjugate(u(0, c)), u(1, c));
        re += part.real();
        im += part.imag();
    }
    for (int c = 0; c < 3; ++c)
        u(1, c) = difference(u(1, c), product({re, im}, u(0, c)));
    normalize(u, 1);
    inl::complete_third_row(u);
    return u;
}

/// Re tr (a b c^dagger d^dagger) / 3, of copies: of these a GPU reads 16 bytes
/// at a time.
TASUKI_HD double plaquette(Matrix3 a, Matrix3 b, Matrix3 c, Matrix3 d) {
    const Matrix3 ab = product(a, b), dc = product(d, c);
    double sum = 0;  // tr(ab (dc)^dagger)
    for (int k = 0; k < 9; ++k)
        sum +=
            ab.e[k].real() * dc.e[k].real() + ab.e[k].imag() * dc.e[k].imag();
    return sum / 3;
}

/// Sums over plaquettes whose lower corner is in a row of sites along x.
/// @param first  the first site of the row
/// @param links  links(c) are the four links of a site; coordinates of sites
///               next to the row may be beyond the lattice
template <class Links>
TASUKI_HD PlaquetteSums plaquettes_of_row(const Coordinates& first, int length,
                                          const Links& links) {
    PlaquetteSums sums;
    for (int k = 0; k < length; ++k) {
        const Coordinates here = moved(first, 0, k);
        const Matrix3* const u = links(here);
        for (int mu = 1; mu < kDimensions; ++mu) {
            const Matrix3* const up = links(moved(here, mu, 1));
            for (int nu = 0; nu < mu; ++nu) {
                const Matrix3* const right = links(moved(here, nu, 1));
                (mu == 3 ? sums.temporal : sums.spatial) +=
                    plaquette(u[mu], up[nu], right[mu], u[nu]);
            }
        }
    }
    return sums;
}

}  // namespace tasuki::lattice::inl
