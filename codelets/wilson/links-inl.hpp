// SU(3) links of one site from the reals that are stored of them: all 18, two
// rows, or eight; in 16-bit fixed point too.  Written once as
// arithmetic-inl.hpp is.
#if defined(TASUKI_WILSON_LINKS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TASUKI_WILSON_LINKS_INL
#undef TASUKI_WILSON_LINKS_INL
#else
#define TASUKI_WILSON_LINKS_INL
#endif

#include <utility>

#include "codelets/wilson/arithmetic-inl.hpp"

TASUKI_TARGET_BEGIN

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

/// Unit of the links of link_from_fixed().
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

TASUKI_TARGET_END

#endif
