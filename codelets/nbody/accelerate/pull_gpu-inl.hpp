// The pull of one body on another, on a GPU.
#pragma once

#include "codelets/nbody/accelerate/variant.hpp"
#include "codelets/nbody/layout.hpp"
#include "runtime/gpu_roots.hpp"

namespace tasuki::nbody::on_gpu {

template <class F>
struct Triple {
    F x, y, z;
};

/// A body as the inner loop has it.
template <class N>
struct Source {
    using F = typename N::Force;
    Quad<F> body;

    Source() = default;
    TASUKI_DEVICE explicit Source(const Quad<F>& b) : body{b} {}
    TASUKI_DEVICE static Source padding() {
        // Far away, but the square of it is a number.
        return Source{{F(1e18), F(1e18), F(1e18), F(0)}};
    }
    TASUKI_DEVICE F mass() const { return body.w; }
    TASUKI_DEVICE Triple<F> from(const Source& at) const {
        return {body.x - at.body.x, body.y - at.body.y, body.z - at.body.z};
    }
};

/// Positions in double are sums of two floats: their difference is as exact as
/// one float can be, for three additions, and conversions would cost more.
template <>
struct Source<Mixed> {
    Quad<float> high, low;

    Source() = default;
    TASUKI_DEVICE explicit Source(const Quad<double>& b)
        : high{static_cast<float>(b.x), static_cast<float>(b.y),
               static_cast<float>(b.z), static_cast<float>(b.w)},
          low{static_cast<float>(b.x - high.x),
              static_cast<float>(b.y - high.y),
              static_cast<float>(b.z - high.z), 0} {}
    TASUKI_DEVICE static Source padding() {
        return Source{{1e18, 1e18, 1e18, 0}};
    }
    TASUKI_DEVICE float mass() const { return high.w; }
    TASUKI_DEVICE Triple<float> from(const Source& at) const {
        return {(high.x - at.high.x) + (low.x - at.low.x),
                (high.y - at.high.y) + (low.y - at.low.y),
                (high.z - at.high.z) + (low.z - at.low.z)};
    }
};

template <Root kRoot, class F>
TASUKI_DEVICE F reciprocal_root(F x) {
    if constexpr (kRoot == Root::sqrt) return gpu::inverse_of_sqrt(x);
    if constexpr (kRoot == Root::rsqrt) return gpu::rsqrt_library(x);
    if constexpr (kRoot == Root::rsqrt_rn) return gpu::rsqrt_rounded(x);
    if constexpr (kRoot == Root::approx) return gpu::rsqrt_approximate(x);
}

/// m s^(-3/2)
template <Root kRoot, class F>
TASUKI_DEVICE F strength(F m, F s) {
    const F y = reciprocal_root<kRoot>(s);
    const F y2 = y * y;
    const F pull = m * y * y2;
    if constexpr (kRoot == Root::approx && sizeof(F) == 8) {
        // y is off by a factor (1 - h)^(-1/2), |h| < 2^-19: three terms of the
        // series of (1 - h)^(-3/2).
        const F h = fma(-s, y2, F(1));
        return pull * fma(fma(h, F(1.875), F(1.5)), h, F(1));
    } else {
        return pull;
    }
}

template <Root kRoot, class N, class F = typename N::Force>
TASUKI_DEVICE void pull(const Source<N>& source, const Source<N>& target,
                        F eps2, Triple<F>& sum) {
    const Triple<F> d = source.from(target);
    const F s = fma(d.x, d.x, fma(d.y, d.y, fma(d.z, d.z, eps2)));
    const F f = strength<kRoot>(source.mass(), s);
    sum.x = fma(f, d.x, sum.x);
    sum.y = fma(f, d.y, sum.y);
    sum.z = fma(f, d.z, sum.z);
}

}  // namespace tasuki::nbody::on_gpu
