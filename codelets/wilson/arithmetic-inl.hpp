// Spinors, half-spinors and SU(3) links of one site, and what is done to them.
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
};

template <class R>
TASUKI_FN Complex<R> operator+(const Complex<R>& a, const Complex<R>& b) {
    return {a.re + b.re, a.im + b.im};
}
template <class R>
TASUKI_FN Complex<R> operator-(const Complex<R>& a, const Complex<R>& b) {
    return {a.re - b.re, a.im - b.im};
}
/// a + i b and a - i b.
template <class R>
TASUKI_FN Complex<R> add_i(const Complex<R>& a, const Complex<R>& b) {
    return {a.re - b.im, a.im + b.re};
}
template <class R>
TASUKI_FN Complex<R> sub_i(const Complex<R>& a, const Complex<R>& b) {
    return {a.re + b.im, a.im - b.re};
}
/// a b.
template <class R>
TASUKI_FN Complex<R> multiply(const Complex<R>& a, const Complex<R>& b) {
    return {neg_mul_add(a.im, b.im, a.re * b.re),
            mul_add(a.im, b.re, a.re * b.im)};
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
    return {mul_add(a.im, b.im, a.re * b.re),
            neg_mul_add(a.im, b.re, a.re * b.im)};
}
template <class R>
TASUKI_FN Complex<R> mul_add_conj(const Complex<R>& a, const Complex<R>& b,
                                  const Complex<R>& c) {
    return {mul_add(a.im, b.im, mul_add(a.re, b.re, c.re)),
            neg_mul_add(a.im, b.re, mul_add(a.re, b.im, c.im))};
}
/// a + factor * b, factor real.
template <class R>
TASUKI_FN void add_scaled(Complex<R>& a, const R& factor, const Complex<R>& b) {
    a = {mul_add(factor, b.re, a.re), mul_add(factor, b.im, a.im)};
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

/// U h for both spins.  A `Links` gives its rows one by one: what holds few
/// registers loads each where it is used.
template <class Links, class R>
TASUKI_FN HalfSpinor<R> multiply(const Links& u, const HalfSpinor<R>& h) {
    HalfSpinor<R> g;
    const auto colour = [&](int c, const Row<R>& row) TASUKI_INLINE_LAMBDA {
        Complex<R> out[2];
        multiply_row(row, h, out);
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
    return g;
}

/// The half-spinor of (1 + kSign g_mu) psi; in T without its factor 2.
/// kSign = -1 goes with the neighbour at n + mu, +1 with the one at n - mu.
template <int kMu, int kSign, class R>
TASUKI_FN HalfSpinor<R> project(const Spinor<R>& p) {
    HalfSpinor<R> h;
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
            h.s[0][c] = p.s[kSign < 0 ? 2 : 0][c];
            h.s[1][c] = p.s[kSign < 0 ? 3 : 1][c];
        }
    }
    return h;
}

/// Adds colour c of what belongs to a half-spinor of colours (a, b): the
/// inverse of project().  `t_factor` is used in T only: 2, times the sign of
/// the boundary condition where the step crosses it.
template <int kMu, int kSign, class R>
TASUKI_FN void reconstruct_colour(Spinor<R>& sum, int c, const Complex<R>& a,
                                  const Complex<R>& b, const R& t_factor) {
    if constexpr (kMu == 3) {
        add_scaled(sum.s[kSign < 0 ? 2 : 0][c], t_factor, a);
        add_scaled(sum.s[kSign < 0 ? 3 : 1][c], t_factor, b);
        return;
    }
    sum.s[0][c] = sum.s[0][c] + a;
    sum.s[1][c] = sum.s[1][c] + b;
    Complex<R>&s2 = sum.s[2][c], &s3 = sum.s[3][c];
    if constexpr (kMu == 0) {
        s2 = kSign < 0 ? sub_i(s2, b) : add_i(s2, b);
        s3 = kSign < 0 ? sub_i(s3, a) : add_i(s3, a);
    } else if constexpr (kMu == 1) {
        s2 = kSign < 0 ? s2 - b : s2 + b;
        s3 = kSign < 0 ? s3 + a : s3 - a;
    } else if constexpr (kMu == 2) {
        s2 = kSign < 0 ? sub_i(s2, a) : add_i(s2, a);
        s3 = kSign < 0 ? add_i(s3, b) : sub_i(s3, b);
    }
}

/// The same for all colours.
template <int kMu, int kSign, class R>
TASUKI_FN void reconstruct(Spinor<R>& sum, const HalfSpinor<R>& g,
                           const R& t_factor) {
    TASUKI_UNROLL(3)
    for (int c = 0; c < 3; ++c)
        reconstruct_colour<kMu, kSign>(sum, c, g.s[0][c], g.s[1][c], t_factor);
}

/// sum += (what belongs to) U h, colour by colour: a product lives no longer
/// than it must.
template <int kMu, int kSign, class Links, class R>
TASUKI_FN void add_product(Spinor<R>& sum, const Links& u,
                           const HalfSpinor<R>& h, const R& t_factor) {
    const auto colour = [&](int c, const Row<R>& row) TASUKI_INLINE_LAMBDA {
        Complex<R> out[2];
        multiply_row(row, h, out);
        reconstruct_colour<kMu, kSign>(sum, c, out[0], out[1], t_factor);
    };
    colour(0, u.template row<0>());
    colour(1, u.template row<1>());
    colour(2, u.template row<2>());
}

/// The third row of an SU(3) matrix: the conjugate of the cross product of the
/// other two.
template <class R>
TASUKI_FN Row<R> third_row(const Row<R>& a, const Row<R>& b) {
    Row<R> row;
    TASUKI_UNROLL(3)
    for (int c = 0; c < 3; ++c) {
        const int d = (c + 1) % 3, f = (c + 2) % 3;
        const Complex<R> w = multiply(a.e[d], b.e[f]);
        const Complex<R> v = multiply(a.e[f], b.e[d]);
        row.e[c] = {w.re - v.re, v.im - w.im};
    }
    return row;
}

/// A link from eight reals; how they are chosen and their source: see
/// eight_reals.hpp.
template <class R>
TASUKI_FN Link<R> link_from_eight(const R (&r)[8]) {
    const R one = broadcast(Scalar<R>(1)), zero = broadcast(Scalar<R>(0));
    // exp(i theta) from tan(theta / 2) and the sign of its real part.
    const auto phase = [&](const R& tangent) TASUKI_INLINE_LAMBDA {
        const R square = tangent * tangent;
        const R w = reciprocal(one + square);
        const R scale = select(low_bit(tangent), zero - w, w);
        return Complex<R>{(one - square) * scale, (tangent + tangent) * scale};
    };
    const auto norm2 = [](const Complex<R>& z) TASUKI_INLINE_LAMBDA {
        return mul_add(z.im, z.im, z.re * z.re);
    };
    const Complex<R> a2{r[0], r[1]}, a3{r[2], r[3]}, b1{r[4], r[5]};
    const R n = mul_add(a3.im, a3.im, mul_add(a3.re, a3.re, norm2(a2)));
    const R a1_size = square_root(one - n);
    const R c1_size = square_root(n - norm2(b1));
    const Complex<R> a1_phase = phase(r[6]), c1_phase = phase(r[7]);
    const Complex<R> a1{a1_size * a1_phase.re, a1_size * a1_phase.im};
    const R inverse = reciprocal(n);
    // The rows are orthogonal, and c1 = conj(a2 b3 - a3 b2): with
    // p = -conj(a1) b1 and q = conj(c1),
    //   b2 = (a2 p - conj(a3) q) / n,   b3 = (a3 p + conj(a2) q) / n.
    const Complex<R> p_minus = multiply_conj(a1, b1);
    const Complex<R> p{(zero - p_minus.re) * inverse,
                       (zero - p_minus.im) * inverse};
    const R q_size = c1_size * inverse;
    const Complex<R> q{q_size * c1_phase.re, zero - q_size * c1_phase.im};
    const Complex<R> q_minus{zero - q.re, zero - q.im};
    const Complex<R> b2 = mul_add_conj(a3, q_minus, multiply(a2, p));
    const Complex<R> b3 = mul_add_conj(a2, q, multiply(a3, p));
    Link<R> v;
    v.rows[0] = {{a1, a2, a3}};
    v.rows[1] = {{b1, b2, b3}};
    v.rows[2] = third_row(v.rows[0], v.rows[1]);
    // Back from the chart: U = V G^T, G a rotation by +-45 degrees of columns
    // m and m + 1.
    const auto m1 = low_bit(r[0]), m2 = low_bit(r[1]);
    const R half_root = broadcast(Scalar<R>(0.70710678118654752440));
    const R s = select(low_bit(r[2]), zero - half_root, half_root);
    const auto pick = [&](const R& m_is_0, const R& m_is_1,
                          const R& m_is_2) TASUKI_INLINE_LAMBDA {
        return select(m2, m_is_2, select(m1, m_is_1, m_is_0));
    };
    Link<R> u;
    TASUKI_UNROLL(3)
    for (int i = 0; i < 3; ++i) {
        const auto& [v1, v2, v3] = v.rows[i].e;
        const Complex<R> w1{neg_mul_add(s, v2.re, half_root * v1.re),
                            neg_mul_add(s, v2.im, half_root * v1.im)};
        const Complex<R> w2{mul_add(s, v1.re, half_root * v2.re),
                            mul_add(s, v1.im, half_root * v2.im)};
        auto& e = u.rows[i].e;
        e[0] = {pick(w1.re, v3.re, w2.re), pick(w1.im, v3.im, w2.im)};
        e[1] = {pick(w2.re, w1.re, v3.re), pick(w2.im, w1.im, v3.im)};
        e[2] = {pick(v3.re, w2.re, w1.re), pick(v3.im, w2.im, w1.im)};
    }
    return u;
}

/// A link from its stored reals: all 18; two rows of 12 and the third row as
/// the conjugate of their cross product; or eight.
template <int kReals, class R>
TASUKI_FN Link<R> link_from(const R (&r)[kReals]) {
    static_assert(kReals == 18 || kReals == 12 || kReals == 8);
    if constexpr (kReals == 8) {
        return link_from_eight(r);
    } else {
        Link<R> u;
        TASUKI_UNROLL(9)
        for (int k = 0; k < kReals / 2; ++k)
            u.rows[k / 3].e[k % 3] = {r[2 * k], r[2 * k + 1]};
        if constexpr (kReals == 12) u.rows[2] = third_row(u.rows[0], u.rows[1]);
        return u;
    }
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

TASUKI_TARGET_END

#endif
