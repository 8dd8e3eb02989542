// Spinors, half-spinors and SU(3) matrices of one site, and what is done to
// them.
//
// Written once over a number type R: double or float in GPU code, a vector with
// one site per lane on the CPU.  The CPU includes this file once per SIMD
// target (Highway's scheme), so it has no ordinary include guard.
//
// Basis: gamma_X, gamma_Y, gamma_Z anti-diagonal in 2 x 2 blocks,
//   g_X: (0,3) -i (1,2) -i (2,1) i (3,0) i    g_Y: (0,3) -1 (1,2) 1 (2,1) 1
//   (3,0) -1    g_Z: (0,2) -i (1,3) i (2,0) i (3,1) -i
// and gamma_T = diag(1, 1, -1, -1), so that T needs no spin projection:
// (1 - g_T) psi = 2 (0, 0, s2, s3), (1 + g_T) psi = 2 (s0, s1, 0, 0).
// Source: IPSJ SIG-HPC 149-11 (2015), eqs. (1), (2); the projection to
// half-spinors as in Gattringer & Lang (2010), section 5.1.
#if defined(TASUKI_WILSON_ARITHMETIC_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TASUKI_WILSON_ARITHMETIC_INL
#undef TASUKI_WILSON_ARITHMETIC_INL
#else
#define TASUKI_WILSON_ARITHMETIC_INL
#endif

#include <utility>

#include "codelets/wilson/layout.hpp"
#include "codelets/wilson/target.hpp"
#if !defined(TASUKI_GPU_CODE)
#include "codelets/wilson/lanes-inl.hpp"
#endif

TASUKI_TARGET_BEGIN

template <class R>
struct Complex {
    R re, im;
};
template <class R>
struct HalfSpinor {
    Complex<R> s[2][3];  // (spin, colour)
};
template <class R>
struct Spinor {
    Complex<R> s[4][3];  // (spin, colour)
};
/// A row of an SU(3) matrix.
template <class R>
struct Row {
    Complex<R> e[3];
};
template <class R>
struct Link {
    Row<R> rows[3];
    template <int kRow>
    TASUKI_FN const Row<R>& row() const {
        return rows[kRow];
    }
    /// The factor of its rows in U h, and U^dagger h from the product with
    /// their adjoint: links in other forms differ here.
    TASUKI_FN const HalfSpinor<R>& before(const HalfSpinor<R>& h) const {
        return h;
    }
    TASUKI_FN const HalfSpinor<R>& after(const HalfSpinor<R>& g) const {
        return g;
    }
};

/// Sums of packed numbers (of 16 bits) are numbers that can be computed with.
template <class R>
using Sum = decltype(std::declval<R>() + std::declval<R>());
template <class R>
TASUKI_FN Complex<R> unpacked(const Complex<R>& a) {
    return a;
}

template <class R>
TASUKI_FN auto operator+(const Complex<R>& a, const Complex<R>& b) {
    return Complex<Sum<R>>{a.re + b.re, a.im + b.im};
}
template <class R>
TASUKI_FN auto operator-(const Complex<R>& a, const Complex<R>& b) {
    return Complex<Sum<R>>{a.re - b.re, a.im - b.im};
}
/// a + i b and a - i b.
template <class R>
TASUKI_FN auto add_i(const Complex<R>& a, const Complex<R>& b) {
    return Complex<Sum<R>>{a.re - b.im, a.im + b.re};
}
template <class R>
TASUKI_FN auto sub_i(const Complex<R>& a, const Complex<R>& b) {
    return Complex<Sum<R>>{a.re + b.im, a.im - b.re};
}
/// a b.
template <class R>
TASUKI_FN Complex<R> multiply(const Complex<R>& a, const Complex<R>& b) {
    return {mul_sub(a.re, b.re, a.im * b.im), mul_add(a.im, b.re, a.re * b.im)};
}
/// c + a b.
template <class R>
TASUKI_FN Complex<R> mul_add(const Complex<R>& a, const Complex<R>& b,
                             const Complex<R>& c) {
    return {neg_mul_add(a.im, b.im, mul_add(a.re, b.re, c.re)),
            mul_add(a.im, b.re, mul_add(a.re, b.im, c.im))};
}
/// conj(a) b and c + conj(a) b.
template <class R>
TASUKI_FN Complex<R> multiply_conj(const Complex<R>& a, const Complex<R>& b) {
    return {mul_add(a.im, b.im, a.re * b.re), mul_sub(a.re, b.im, a.im * b.re)};
}
template <class R>
TASUKI_FN Complex<R> mul_add_conj(const Complex<R>& a, const Complex<R>& b,
                                  const Complex<R>& c) {
    return {mul_add(a.im, b.im, mul_add(a.re, b.re, c.re)),
            neg_mul_add(a.im, b.re, mul_add(a.re, b.im, c.im))};
}
/// A factor of one that costs nothing.
struct Unit {};
/// 2 in T, which has no spin projection to bring it, times the sign of the
/// boundary condition where a step crosses it; in space there is no factor.
template <int kMu, class R>
TASUKI_FN auto factor_in_t_only(const R& factor) {
    if constexpr (kMu == 3)
        return factor;
    else
        return Unit{};
}
/// a + factor b, a - factor b, a + i factor b and a - i factor b.
template <class R>
TASUKI_FN Complex<R> add(const Complex<R>& a, const Complex<R>& b, Unit) {
    return a + b;
}
template <class R>
TASUKI_FN Complex<R> subtract(const Complex<R>& a, const Complex<R>& b, Unit) {
    return a - b;
}
template <class R>
TASUKI_FN Complex<R> add_i(const Complex<R>& a, const Complex<R>& b, Unit) {
    return add_i(a, b);
}
template <class R>
TASUKI_FN Complex<R> sub_i(const Complex<R>& a, const Complex<R>& b, Unit) {
    return sub_i(a, b);
}
template <class R>
TASUKI_FN Complex<R> add(const Complex<R>& a, const Complex<R>& b,
                         const R& factor) {
    return {mul_add(factor, b.re, a.re), mul_add(factor, b.im, a.im)};
}
template <class R>
TASUKI_FN Complex<R> subtract(const Complex<R>& a, const Complex<R>& b,
                              const R& factor) {
    return {neg_mul_add(factor, b.re, a.re), neg_mul_add(factor, b.im, a.im)};
}
template <class R>
TASUKI_FN Complex<R> add_i(const Complex<R>& a, const Complex<R>& b,
                           const R& factor) {
    return {neg_mul_add(factor, b.im, a.re), mul_add(factor, b.re, a.im)};
}
template <class R>
TASUKI_FN Complex<R> sub_i(const Complex<R>& a, const Complex<R>& b,
                           const R& factor) {
    return {mul_add(factor, b.im, a.re), neg_mul_add(factor, b.re, a.im)};
}

/// One row of U times h, for both spins: colour kRow of U h.
template <class R>
TASUKI_FN void multiply_row(const Row<R>& row, const HalfSpinor<R>& h,
                            Complex<R> (&out)[2]) {
    TASUKI_UNROLL(2)
    for (int s = 0; s < 2; ++s)
        out[s] = mul_add(
            row.e[2], h.s[s][2],
            mul_add(row.e[1], h.s[s][1], multiply(row.e[0], h.s[s][0])));
}
/// g = or += what row kRow of U gives to U^dagger h.
template <int kRow, class R>
TASUKI_FN void add_adjoint_row(const Row<R>& row, const HalfSpinor<R>& h,
                               HalfSpinor<R>& g) {
    TASUKI_UNROLL(3)
    for (int i = 0; i < 3; ++i) TASUKI_UNROLL(2)
    for (int s = 0; s < 2; ++s)
        g.s[s][i] = kRow == 0 ? multiply_conj(row.e[i], h.s[s][0])
                              : mul_add_conj(row.e[i], h.s[s][kRow], g.s[s][i]);
}

/// U h for both spins.  A `Links` gives its rows one by one: one that holds
/// few registers loads each where it is used.
template <class Links, class R>
TASUKI_FN HalfSpinor<R> multiply(const Links& u, const HalfSpinor<R>& h) {
    HalfSpinor<R> g;
    const auto& v = u.before(h);
    const auto colour = [&](int c, const Row<R>& row) TASUKI_INLINE_LAMBDA {
        Complex<R> out[2];
        multiply_row(row, v, out);
        g.s[0][c] = out[0];
        g.s[1][c] = out[1];
    };
    colour(0, u.template row<0>());
    colour(1, u.template row<1>());
    colour(2, u.template row<2>());
    return g;
}
/// U^dagger h for both spins.
template <class Links, class R>
TASUKI_FN HalfSpinor<R> multiply_adjoint(const Links& u,
                                         const HalfSpinor<R>& h) {
    HalfSpinor<R> g;
    add_adjoint_row<0>(u.template row<0>(), h, g);
    add_adjoint_row<1>(u.template row<1>(), h, g);
    add_adjoint_row<2>(u.template row<2>(), h, g);
    return u.after(g);
}

/// The half-spinor of (1 + kSign g_mu) psi; in T without its factor 2.
/// kSign = -1 goes with the neighbour at n + mu, +1 with the one at n - mu.
template <int kMu, int kSign, class R>
TASUKI_FN HalfSpinor<Sum<R>> project(const Spinor<R>& p) {
    HalfSpinor<Sum<R>> h;
    TASUKI_UNROLL(3)
    for (int c = 0; c < 3; ++c) {
        if constexpr (kMu == 0) {
            h.s[0][c] = kSign < 0 ? add_i(p.s[0][c], p.s[3][c])
                                  : sub_i(p.s[0][c], p.s[3][c]);
            h.s[1][c] = kSign < 0 ? add_i(p.s[1][c], p.s[2][c])
                                  : sub_i(p.s[1][c], p.s[2][c]);
        } else if constexpr (kMu == 1) {
            h.s[0][c] =
                kSign < 0 ? p.s[0][c] + p.s[3][c] : p.s[0][c] - p.s[3][c];
            h.s[1][c] =
                kSign < 0 ? p.s[1][c] - p.s[2][c] : p.s[1][c] + p.s[2][c];
        } else if constexpr (kMu == 2) {
            h.s[0][c] = kSign < 0 ? add_i(p.s[0][c], p.s[2][c])
                                  : sub_i(p.s[0][c], p.s[2][c]);
            h.s[1][c] = kSign < 0 ? sub_i(p.s[1][c], p.s[3][c])
                                  : add_i(p.s[1][c], p.s[3][c]);
        } else {
            h.s[0][c] = unpacked(p.s[kSign < 0 ? 2 : 0][c]);
            h.s[1][c] = unpacked(p.s[kSign < 0 ? 3 : 1][c]);
        }
    }
    return h;
}

/// Adds colour c of what belongs to a half-spinor of colours (a, b), times
/// `factor`, a number or Unit: the inverse of project().
template <int kMu, int kSign, class R, class Factor>
TASUKI_FN void reconstruct_colour(Spinor<R>& sum, int c, const Complex<R>& a,
                                  const Complex<R>& b, const Factor& factor) {
    const auto accumulate = [&](int spin,
                                const Complex<R>& z) TASUKI_INLINE_LAMBDA {
        sum.s[spin][c] = add(sum.s[spin][c], z, factor);
    };
    if constexpr (kMu == 3) {
        accumulate(kSign < 0 ? 2 : 0, a);
        accumulate(kSign < 0 ? 3 : 1, b);
        return;
    }
    accumulate(0, a);
    accumulate(1, b);
    Complex<R>&s2 = sum.s[2][c], &s3 = sum.s[3][c];
    if constexpr (kMu == 0) {
        s2 = kSign < 0 ? sub_i(s2, b, factor) : add_i(s2, b, factor);
        s3 = kSign < 0 ? sub_i(s3, a, factor) : add_i(s3, a, factor);
    } else if constexpr (kMu == 1) {
        s2 = kSign < 0 ? subtract(s2, b, factor) : add(s2, b, factor);
        s3 = kSign < 0 ? add(s3, a, factor) : subtract(s3, a, factor);
    } else if constexpr (kMu == 2) {
        s2 = kSign < 0 ? sub_i(s2, a, factor) : add_i(s2, a, factor);
        s3 = kSign < 0 ? add_i(s3, b, factor) : sub_i(s3, b, factor);
    }
}

/// The same for all colours.
template <int kMu, int kSign, class R, class Factor>
TASUKI_FN void reconstruct(Spinor<R>& sum, const HalfSpinor<R>& g,
                           const Factor& factor) {
    TASUKI_UNROLL(3)
    for (int c = 0; c < 3; ++c)
        reconstruct_colour<kMu, kSign>(sum, c, g.s[0][c], g.s[1][c], factor);
}

/// sum += (what belongs to) U h, colour by colour: a product lives no longer
/// than it must.
template <int kMu, int kSign, class Links, class R, class Factor>
TASUKI_FN void add_product(Spinor<R>& sum, const Links& u,
                           const HalfSpinor<R>& h, const Factor& factor) {
    const auto& v = u.before(h);
    const auto colour = [&](int c, const Row<R>& row) TASUKI_INLINE_LAMBDA {
        Complex<R> out[2];
        multiply_row(row, v, out);
        reconstruct_colour<kMu, kSign>(sum, c, out[0], out[1], factor);
    };
    colour(0, u.template row<0>());
    colour(1, u.template row<1>());
    colour(2, u.template row<2>());
}

template <int kFirstSpin, int kSpins, class R>
TASUKI_FN void spins_from(Spinor<R>& p, const R (&r)[kSpins * 6]) {
    TASUKI_UNROLL(12)
    for (int k = 0; k < kSpins * 3; ++k)
        p.s[kFirstSpin + k / 3][k % 3] = {r[2 * k], r[2 * k + 1]};
}
template <class R>
TASUKI_FN HalfSpinor<R> half_spinor_from(const R (&r)[12]) {
    HalfSpinor<R> h;
    TASUKI_UNROLL(6)
    for (int k = 0; k < 6; ++k) h.s[k / 3][k % 3] = {r[2 * k], r[2 * k + 1]};
    return h;
}
template <class R>
TASUKI_FN void reals_of(const HalfSpinor<R>& h, R (&r)[12]) {
    TASUKI_UNROLL(6)
    for (int k = 0; k < 6; ++k) {
        r[2 * k] = h.s[k / 3][k % 3].re;
        r[2 * k + 1] = h.s[k / 3][k % 3].im;
    }
}
template <class R>
TASUKI_FN void reals_of(const Spinor<R>& p, R (&r)[24]) {
    TASUKI_UNROLL(12)
    for (int k = 0; k < 12; ++k) {
        r[2 * k] = p.s[k / 3][k % 3].re;
        r[2 * k + 1] = p.s[k / 3][k % 3].im;
    }
}
/// Of the reals of a spinor.
template <class R>
TASUKI_FN R norm2_of(const R (&r)[24]) {
    R sum = r[0] * r[0];
    TASUKI_UNROLL(24)
    for (int k = 1; k < 24; ++k) sum = mul_add(r[k], r[k], sum);
    return sum;
}
/// r = (1 + i t g_5) r, for the reals of a spinor: g_5 exchanges its halves and
/// their sign.
template <class R>
TASUKI_FN void twist(const R& t, R (&r)[24]) {
    TASUKI_UNROLL(6)
    for (int k = 0; k < 6; ++k) {
        R &u_re = r[2 * k], &u_im = r[2 * k + 1];
        R &l_re = r[2 * k + 12], &l_im = r[2 * k + 13];
        const Complex<R> u{u_re, u_im}, l{l_re, l_im};
        u_re = mul_add(t, l.im, u.re);
        u_im = neg_mul_add(t, l.re, u.im);
        l_re = mul_add(t, u.im, l.re);
        l_im = neg_mul_add(t, u.re, l.im);
    }
}
/// r += (1 + i t g_5) (what belongs to h), for the reals of a spinor.
template <int kMu, int kSign, class R>
TASUKI_FN void add_twisted(const R& t, const HalfSpinor<R>& h, R (&r)[24]) {
    const R zero = broadcast(Scalar<R>(0));
    Spinor<R> spins;
    for (auto& spin : spins.s)
        for (auto& c : spin) c = {zero, zero};
    reconstruct<kMu, kSign>(spins, h,
                            factor_in_t_only<kMu>(broadcast(Scalar<R>(2))));
    R more[24];
    reals_of(spins, more);
    twist(t, more);
    TASUKI_UNROLL(24)
    for (int k = 0; k < 24; ++k) r[k] = r[k] + more[k];
}

TASUKI_TARGET_END

#endif
