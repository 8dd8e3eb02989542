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
    /// What its rows are to be multiplied with for U h, and what U^dagger h is
    /// of the product with their adjoint: links in other forms differ here.
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

/// U h for both spins.  A `Links` gives its rows one by one: what holds few
/// registers loads each where it is used.
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

/// A link U of eight reals as V G^T: V is made from the reals, G turns columns
/// m and m + 1 (of three, in a ring) by 45 degrees.  How they are chosen and
/// their source: see eight_reals.hpp.
template <class R>
struct ChartedLink : Link<R> {
    using Choice = decltype(low_bit(std::declval<R>()));
    Choice m_is_1, m_is_2;
    R sine;  ///< of the angle: 2^(-1/2) or minus that

    TASUKI_FN static R cosine() {
        return broadcast(Scalar<R>(0.70710678118654752440));
    }
    TASUKI_FN R pick(const R& m0, const R& m1, const R& m2) const {
        return select(m_is_2, m2, select(m_is_1, m1, m0));
    }
    TASUKI_FN Complex<R> pick(const Complex<R>& m0, const Complex<R>& m1,
                              const Complex<R>& m2) const {
        return {pick(m0.re, m1.re, m2.re), pick(m0.im, m1.im, m2.im)};
    }
    /// cosine a + sine b and cosine a - sine b.
    TASUKI_FN Complex<R> turned(const Complex<R>& a,
                                const Complex<R>& b) const {
        const R c = cosine();
        return {mul_add(sine, b.re, c * a.re), mul_add(sine, b.im, c * a.im)};
    }
    TASUKI_FN Complex<R> turned_back(const Complex<R>& a,
                                     const Complex<R>& b) const {
        const R c = cosine();
        return {neg_mul_add(sine, b.re, c * a.re),
                neg_mul_add(sine, b.im, c * a.im)};
    }
    /// G^T h.
    TASUKI_FN HalfSpinor<R> before(const HalfSpinor<R>& h) const {
        HalfSpinor<R> v;
        TASUKI_UNROLL(2)
        for (int s = 0; s < 2; ++s) {
            const auto& e = h.s[s];
            const Complex<R> a = pick(e[0], e[1], e[2]);
            const Complex<R> b = pick(e[1], e[2], e[0]);
            v.s[s][0] = turned(a, b);
            v.s[s][1] = turned_back(b, a);
            v.s[s][2] = pick(e[2], e[0], e[1]);
        }
        return v;
    }
    /// G g.
    TASUKI_FN HalfSpinor<R> after(const HalfSpinor<R>& g) const {
        HalfSpinor<R> u;
        TASUKI_UNROLL(2)
        for (int s = 0; s < 2; ++s) {
            const auto& e = g.s[s];
            const Complex<R> a = turned_back(e[0], e[1]);
            const Complex<R> b = turned(e[1], e[0]);
            u.s[s][0] = pick(a, e[2], b);
            u.s[s][1] = pick(b, a, e[2]);
            u.s[s][2] = pick(e[2], b, a);
        }
        return u;
    }
};

/// @param low_bits(k)  the lowest bit of real k
template <class R, class LowBits>
TASUKI_FN ChartedLink<R> link_from_eight(const R (&r)[8],
                                         const LowBits& low_bits) {
    const R one = broadcast(Scalar<R>(1)), zero = broadcast(Scalar<R>(0));
    const auto norm2 = [](const Complex<R>& z) TASUKI_INLINE_LAMBDA {
        return mul_add(z.im, z.im, z.re * z.re);
    };
    const Complex<R> a2{r[0], r[1]}, a3{r[2], r[3]}, b1{r[4], r[5]};
    const R n = mul_add(a3.im, a3.im, mul_add(a3.re, a3.re, norm2(a2)));
    const R a1_size = square_root(one - n);
    const R c1_size = square_root(n - norm2(b1));
    // One division for three.
    const R square_a = r[6] * r[6], square_c = r[7] * r[7];
    const R v_a = one + square_a, v_c = one + square_c, v = v_a * v_c;
    const R inverse_all = reciprocal(v * n);
    const R inverse = inverse_all * v, inverse_v = inverse_all * n;
    // size exp(i theta) from t = tan(theta / 2), w = size / (1 + t^2) and the
    // sign of the real part.
    const auto polar = [&](int k, const R& square,
                           const R& w) TASUKI_INLINE_LAMBDA {
        const R scale = select(low_bits(k), zero - w, w);
        return Complex<R>{neg_mul_add(square, scale, scale),
                          (r[k] + r[k]) * scale};
    };
    const Complex<R> a1 = polar(6, square_a, a1_size * inverse_v * v_c);
    // The rows are orthogonal, and c1 = conj(a2 b3 - a3 b2): with
    // p = -conj(a1) b1 / n and q = conj(c1) / n,
    //   b2 = a2 p - conj(a3) q,   b3 = a3 p + conj(a2) q.
    const Complex<R> p_minus = multiply_conj(a1, b1);
    const Complex<R> p{(zero - p_minus.re) * inverse,
                       (zero - p_minus.im) * inverse};
    const Complex<R> c1 =
        polar(7, square_c, c1_size * inverse * inverse_v * v_a);
    const Complex<R> q{c1.re, zero - c1.im}, q_minus{zero - c1.re, c1.im};
    const Complex<R> b2 = mul_add_conj(a3, q_minus, multiply(a2, p));
    const Complex<R> b3 = mul_add_conj(a2, q, multiply(a3, p));
    const Row<R> a{{a1, a2, a3}}, b{{b1, b2, b3}};
    const R cosine = ChartedLink<R>::cosine();
    return ChartedLink<R>{{{a, b, third_row(a, b)}},
                          low_bits(0),
                          low_bits(1),
                          select(low_bits(2), zero - cosine, cosine)};
}

/// A link from its stored reals: all 18; two rows of 12 and the third row as
/// the conjugate of their cross product; or eight.
template <int kReals, class R>
TASUKI_FN auto link_from(const R (&r)[kReals]) {
    static_assert(kReals == 18 || kReals == 12 || kReals == 8);
    if constexpr (kReals == 8) {
        return link_from_eight(
            r, [&](int k) TASUKI_INLINE_LAMBDA { return low_bit(r[k]); });
    } else {
        Link<R> u;
        TASUKI_UNROLL(9)
        for (int k = 0; k < kReals / 2; ++k)
            u.rows[k / 3].e[k % 3] = {r[2 * k], r[2 * k + 1]};
        if constexpr (kReals == 12) u.rows[2] = third_row(u.rows[0], u.rows[1]);
        return u;
    }
}

/// What link_from_fixed() gives a link in multiples of.
template <int kReals>
inline constexpr float kLinkUnit = kReals == 8 ? 1 : 1 / kFixedOne;

/// A link from whole numbers, multiples of 1 / 32767.
/// @param low_bits(k)  whether number k is odd
template <int kReals, class R, class LowBits>
TASUKI_FN auto link_from_fixed(const R (&q)[kReals], const LowBits& low_bits) {
    const R unit = broadcast(Scalar<R>(1 / kFixedOne));
    if constexpr (kReals == 8) {
        R r[8];
        TASUKI_UNROLL(8)
        for (int k = 0; k < 8; ++k) r[k] = unit * q[k];
        return link_from_eight(r, low_bits);
    } else {
        Link<R> u = link_from(q);
        if constexpr (kReals == 12)
            for (auto& z : u.rows[2].e) z = {unit * z.re, unit * z.im};
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
