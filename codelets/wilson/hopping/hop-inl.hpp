// The eight hopping terms of one site (GPU) or of one run of sites (CPU).
//
// `Access` says how neighbours are reached and loaded:
//   visit<mu, sign>(body)   calls body(near) unless no site of this access has
//                           that neighbour in the block
//   link_here<mu>()         U_mu(n): its rows one by one, row<i>()
//   ahead<mu, sign>()       a place to prefetch for the next access
// `near` gives what belongs to the neighbour:
//   spins()                 its spinor (in T only the two spins needed)
//   link()                  U_mu there
//   weigh(h)                zeroes lanes whose neighbour is cut off
//   t_factor()              2 times the boundary sign
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
        auto h = project<kMu, -1>(near.spins());
        near.weigh(h);
        add_product<kMu, -1>(sum, at.template link_here<kMu>(), h,
                             near.t_factor());
    });
    at.template ahead<kMu, +1>();
}

/// sum += (1 + g_mu) U_mu(n - mu)^dagger psi(n - mu).
template <int kMu, class Access, class R>
TASUKI_FN void add_backward(const Access& at, Spinor<R>& sum) {
    at.template visit<kMu, -1>([&](const auto& near) TASUKI_INLINE_LAMBDA {
        auto h = project<kMu, +1>(near.spins());
        near.weigh(h);
        reconstruct<kMu, +1>(sum, multiply_adjoint(near.link(), h),
                             near.t_factor());
    });
    at.template ahead<kMu, -1>();
}

/// sum += all eight terms.
template <class Access, class R>
TASUKI_FN void add_hopping(const Access& at, Spinor<R>& sum) {
    add_forward<0>(at, sum);
    add_backward<0>(at, sum);
    add_forward<1>(at, sum);
    add_backward<1>(at, sum);
    add_forward<2>(at, sum);
    add_backward<2>(at, sum);
    add_forward<3>(at, sum);
    add_backward<3>(at, sum);
}

/// psi - kappa * hopping, real by real.
template <class R>
TASUKI_FN void wilson_combine(const R (&psi)[24], const R& minus_kappa,
                              const Spinor<R>& hopping, R (&out)[24]) {
    R h[24];
    reals_of(hopping, h);
    TASUKI_UNROLL(24)
    for (int k = 0; k < 24; ++k) out[k] = mul_add(minus_kappa, h[k], psi[k]);
}

TASUKI_TARGET_END

#endif
