// The eight hopping terms of one site (GPU) or of one run of sites (CPU).
//
// `Access` says how neighbours are reached and loaded:
//   Number                       R
//   step<mu, sign>()             -> where the neighbour is, if anywhere
//   skips(step)                  no site of this access has it in the block
//   spinor<mu, sign>(step)       the neighbour's spinor (in T two spins of it)
//   link_here<mu>(), link_at<mu>(step)
//   weigh<mu, sign>(step, h)     zeroes lanes whose neighbour is cut off
//   t_factor<sign>(step)         2 times the boundary sign
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
    const auto step = at.template step<kMu, +1>();
    if (at.skips(step)) return;
    auto h = project<kMu, -1>(at.template spinor<kMu, +1>(step));
    at.template weigh<kMu, +1>(step, h);
    const auto g = multiply(at.template link_here<kMu>(), h);
    reconstruct<kMu, -1>(sum, g, at.template t_factor<kMu, +1>(step));
}

/// sum += (1 + g_mu) U_mu(n - mu)^dagger psi(n - mu).
template <int kMu, class Access, class R>
TASUKI_FN void add_backward(const Access& at, Spinor<R>& sum) {
    const auto step = at.template step<kMu, -1>();
    if (at.skips(step)) return;
    auto h = project<kMu, +1>(at.template spinor<kMu, -1>(step));
    at.template weigh<kMu, -1>(step, h);
    const auto g = multiply_adjoint(at.template link_at<kMu>(step), h);
    reconstruct<kMu, +1>(sum, g, at.template t_factor<kMu, -1>(step));
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
