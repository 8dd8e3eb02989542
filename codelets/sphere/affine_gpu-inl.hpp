// Linear recurrences y_l = x_l + c_l y_(l-1) of complex numbers, the terms in
// the lanes of a warp.
#pragma once

#include "runtime/gpu/lanes.hpp"

namespace tasuki::sphere {

/// y -> re + i im + factor y
struct Affine {
    double factor, re, im;
};

/// Of each lane the maps of all lanes up to it, the lowest applied first, or,
/// with kDown, from the highest down to it.
template <bool kDown>
TASUKI_DEVICE Affine compose_over_lanes(Affine x) {
    const int at = kDown ? gpu::kLanes - 1 - gpu::lane() : gpu::lane();
    for (int delta = 1; delta < gpu::kLanes; delta *= 2) {
        const auto before = [&](double v) {
            return kDown ? gpu::from_lane_above(v, delta)
                         : gpu::from_lane_below(v, delta);
        };
        const Affine y{before(x.factor), before(x.re), before(x.im)};
        if (at >= delta) {
            x.re = fma(x.factor, y.re, x.re);
            x.im = fma(x.factor, y.im, x.im);
            x.factor *= y.factor;
        }
    }
    return x;
}

}  // namespace tasuki::sphere
