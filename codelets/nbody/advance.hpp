// The arithmetic of kick and drift: x += dt y, of one body.
#pragma once

#include "codelets/nbody/layout.hpp"
#include "runtime/gpu/gpu.hpp"

namespace tasuki::nbody {

/// The fourth numbers, a mass or nothing, are left alone.
template <class S, class F>
TASUKI_HD void advance(Quad<S>& x, const Quad<F>& y, S dt) {
    x.x += dt * static_cast<S>(y.x);
    x.y += dt * static_cast<S>(y.y);
    x.z += dt * static_cast<S>(y.z);
}

}  // namespace tasuki::nbody
