// The pull of one body on another, on a GPU.
#pragma once

#include "codelets/device/instructions.hpp"
#include "codelets/device/roots.hpp"
#include "codelets/device/unroll.hpp"
#include "codelets/nbody/accelerate/variant.hpp"
#include "codelets/nbody/layout.hpp"

namespace tasuki::nbody::on_gpu {

template <class F>
struct Triple {
    F x, y, z;
};

/// A body as the inner loop has it: plain numbers, not a Quad.  What is loaded
/// as 16 bytes has to stay in four registers in a row; the x of targets and of
/// sources then share a register bank, and their difference waits for it (8 %
/// on an H200).
template <class N>
struct Source {
    using F = typename N::Force;
    F x, y, z, m;

    /// @param words  x, y, z, m
    TASUKI_DEVICE static Source load(const F* words) {
        return {words[0], words[1], words[2], words[3]};
    }
    TASUKI_DEVICE static Source padding() {
        // Far away, but the square of it is a number.
        return {F(1e18), F(1e18), F(1e18), F(0)};
    }
    TASUKI_DEVICE F mass() const { return m; }
    TASUKI_DEVICE Triple<F> from(const Source& at) const {
        return {x - at.x, y - at.y, z - at.z};
    }
};

/// Positions in double are sums of two floats: their difference is as exact as
/// one float can be, for three additions, and conversions would cost more.
template <>
struct Source<Mixed> {
    Source<Single> high;
    float low_x, low_y, low_z, unused;

    TASUKI_DEVICE static Source load(const double* words) {
        const Source<Single> high{
            static_cast<float>(words[0]), static_cast<float>(words[1]),
            static_cast<float>(words[2]), static_cast<float>(words[3])};
        return {high, static_cast<float>(words[0] - high.x),
                static_cast<float>(words[1] - high.y),
                static_cast<float>(words[2] - high.z), 0};
    }
    TASUKI_DEVICE static Source padding() {
        return {Source<Single>::padding(), 0, 0, 0, 0};
    }
    TASUKI_DEVICE float mass() const { return high.m; }
    TASUKI_DEVICE Triple<float> from(const Source& at) const {
        const Triple<float> d = high.from(at.high);
        return {d.x + (low_x - at.low_x), d.y + (low_y - at.low_y),
                d.z + (low_z - at.low_z)};
    }
};

/// Body i of an array.
template <class N>
TASUKI_DEVICE Source<N> load(const Quad<typename N::State>* bodies,
                             long long i) {
    const auto* words = reinterpret_cast<const typename N::State*>(bodies);
    return Source<N>::load(words + 4 * i);
}

template <Root kRoot, class F>
TASUKI_DEVICE F reciprocal_root(F x) {
    if constexpr (kRoot == Root::sqrt) return gpu::inverse_of_sqrt(x);
    if constexpr (kRoot == Root::rsqrt) return gpu::rsqrt_library(x);
    if constexpr (kRoot == Root::rsqrt_rn) return gpu::rsqrt_rounded(x);
    if constexpr (kRoot == Root::approx) return gpu::rsqrt_approximate(x);
}

/// m s^(-3/2), from y = s^(-1/2) as the root gives it.
template <Root kRoot, class F>
TASUKI_DEVICE F strength(F m, F y, F s) {
    const F y2 = y * y;
    const F pull = m * y * y2;
    if constexpr (kRoot == Root::approx && sizeof(F) == 8) {
        // y is off by a factor (1 - h)^(1/2), |h| < 2^-19: three terms of the
        // series of (1 - h)^(-3/2).
        const F h = fma(-s, y2, F(1));
        return pull * fma(fma(h, F(1.875), F(1.5)), h, F(1));
    } else {
        return pull;
    }
}

/// s^(-1/2), from y as the root gives it.
template <Root kRoot, class F>
TASUKI_DEVICE F completed_root(F y, F s) {
    if constexpr (kRoot == Root::approx && sizeof(F) == 8) {
        // As in strength(): three terms of the series of (1 - h)^(-1/2).
        const F h = fma(-s, y * y, F(1));
        return y * fma(fma(h, F(0.375), F(0.5)), h, F(1));
    } else {
        return y;
    }
}

/// The pull of kSources bodies on kTargets, with kWells also their wells.  Step
/// by step for all of them, not pair by pair: roots take long, and the compiler
/// keeps the order that it finds (1 % on an H200).
template <Root kRoot, int kSources, int kTargets, bool kWells = false, class N,
          class F = typename N::Force>
TASUKI_DEVICE void pull(const Source<N>* sources, const Source<N>* targets,
                        F eps2, Triple<F>* sums,
                        [[maybe_unused]] F* wells = nullptr) {
    Triple<F> d[kSources][kTargets];
    F s[kSources][kTargets], y[kSources][kTargets], m[kSources];
    TASUKI_UNROLL(kSources)
    for (int j = 0; j < kSources; ++j) {
        const Source<N> source = sources[j];
        m[j] = source.mass();
        TASUKI_UNROLL(kTargets)
        for (int i = 0; i < kTargets; ++i) {
            const Triple<F> r = d[j][i] = source.from(targets[i]);
            s[j][i] = fma(r.x, r.x, fma(r.y, r.y, fma(r.z, r.z, eps2)));
        }
    }
    TASUKI_UNROLL(kSources)
    for (int j = 0; j < kSources; ++j) {
        TASUKI_UNROLL(kTargets)
        for (int i = 0; i < kTargets; ++i)
            y[j][i] = reciprocal_root<kRoot>(s[j][i]);
    }
    TASUKI_UNROLL(kSources)
    for (int j = 0; j < kSources; ++j) {
        TASUKI_UNROLL(kTargets)
        for (int i = 0; i < kTargets; ++i) {
            const F f = strength<kRoot>(m[j], y[j][i], s[j][i]);
            sums[i].x = fma(f, d[j][i].x, sums[i].x);
            sums[i].y = fma(f, d[j][i].y, sums[i].y);
            sums[i].z = fma(f, d[j][i].z, sums[i].z);
            if constexpr (kWells)
                wells[i] = fma(m[j], completed_root<kRoot>(y[j][i], s[j][i]),
                               wells[i]);
        }
    }
}

}  // namespace tasuki::nbody::on_gpu
