// The eight hopping terms of one site (GPU) or of one run of sites (CPU), and
// the sum that a sweep makes of them.
//
// `Access` defines how neighbours are found and loaded:
//   visit<mu, sign>(body)   calls body(near) unless no site of this access has
//                           that neighbour in the block
//   link_here<mu>()         U_mu(n): its rows one by one, row<i>()
//   ahead<mu, sign>()       a place to prefetch for the next access
//   own_spinor(r), store(r) x and out of a x + b H
//   has_sums(), add(r2)     whether |out|^2 is needed, and that of each site
// `near` gives what belongs to the neighbour:
//   half_spinor()           its spinor projected, zero in lanes that are cut
//   off link()                  U_mu there factor()                what the
//   product is to be multiplied by, or Unit
#if defined(TASUKI_WILSON_HOP_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TASUKI_WILSON_HOP_INL
#undef TASUKI_WILSON_HOP_INL
#else
#define TASUKI_WILSON_HOP_INL
#endif

#include "codelets/wilson/arithmetic-inl.hpp"

TASUKI_TARGET_BEGIN

/// sum += (1 - g_mu) U_mu(n) psi(n + mu).
template <int kMu, class Access, class R>
TASUKI_FN void add_forward(const Access& at, Spinor<R>& sum) {
    at.template visit<kMu, +1>([&](const auto& near) TASUKI_INLINE_LAMBDA {
        const auto h = near.half_spinor();
        add_product<kMu, -1>(sum, at.template link_here<kMu>(), h,
                             near.factor());
    });
    at.template ahead<kMu, +1>();
}

/// sum += (1 + g_mu) U_mu(n - mu)^dagger psi(n - mu).
template <int kMu, class Access, class R>
TASUKI_FN void add_backward(const Access& at, Spinor<R>& sum) {
    at.template visit<kMu, -1>([&](const auto& near) TASUKI_INLINE_LAMBDA {
        const auto h = near.half_spinor();
        reconstruct<kMu, +1>(sum, multiply_adjoint(near.link(), h),
                             near.factor());
    });
    at.template ahead<kMu, -1>();
}

/// sum += the six terms in space.
template <class Access, class R>
TASUKI_FN void add_space(const Access& at, Spinor<R>& sum) {
    add_forward<0>(at, sum);
    add_backward<0>(at, sum);
    add_forward<1>(at, sum);
    add_backward<1>(at, sum);
    add_forward<2>(at, sum);
    add_backward<2>(at, sum);
}

/// sum += all eight terms.
template <class Access, class R>
TASUKI_FN void add_hopping(const Access& at, Spinor<R>& sum) {
    add_space(at, sum);
    add_forward<3>(at, sum);
    add_backward<3>(at, sum);
}

/// Of out = a (1 + i twist_x g_5) x + b (1 + i twist_h g_5) H in.
template <class R>
struct Factors {
    R a, b;
    bool with_x, a_is_one;
    R twist_x, twist_h;
    bool twists_x, twists_h;
};

/// out = a x + b sum, with the twists of both.
template <class Access, class R>
TASUKI_FN void store_sum(const Access& at, const Factors<R>& factors,
                         const Spinor<R>& sum) {
    R x[24], h[24];
    reals_of(sum, h);
    if (factors.twists_h) twist(factors.twist_h, h);
    if (factors.with_x) {
        at.own_spinor(x);
        if (factors.twists_x) twist(factors.twist_x, x);
        if (!factors.a_is_one)
            for (auto& real : x) real = factors.a * real;
        TASUKI_UNROLL(24)
        for (int k = 0; k < 24; ++k) h[k] = mul_add(factors.b, h[k], x[k]);
    } else {
        TASUKI_UNROLL(24)
        for (int k = 0; k < 24; ++k) h[k] = factors.b * h[k];
    }
    at.store(h);
    if (at.has_sums()) at.add(norm2_of(h));
}

TASUKI_TARGET_END

#endif
