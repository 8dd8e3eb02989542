// The moments of one body, and sums of moments, on host and device.
#pragma once

#include "codelets/nbody/moments/moments.hpp"

namespace tasuki::nbody::moments {

template <class S>
TASUKI_HD Moments of_body(const Quad<S>& r, const Quad<S>& v, double well) {
    const double m = r.w, x = r.x, y = r.y, z = r.z, a = v.x, b = v.y, c = v.z;
    return {m,
            0.5 * m * (a * a + b * b + c * c),
            -m * well,
            {m * x, m * y, m * z},
            {m * a, m * b, m * c},
            {m * (y * c - z * b), m * (z * a - x * c), m * (x * b - y * a)}};
}

TASUKI_HD void add(Moments& sum, const Moments& more) {
    sum.mass += more.mass;
    sum.kinetic += more.kinetic;
    sum.potential += more.potential;
    for (int k = 0; k < 3; ++k) {
        sum.position[k] += more.position[k];
        sum.momentum[k] += more.momentum[k];
        sum.angular[k] += more.angular[k];
    }
}

/// Of one group, body by body.
template <class N>
TASUKI_HD Moments of_group(const Fields<N>& f, std::uint32_t bodies,
                           std::uint32_t group) {
    Moments sum{};
    const std::uint32_t begin = group * kGroup;
    const std::uint32_t end = bodies - begin < kGroup ? bodies : begin + kGroup;
    for (std::uint32_t i = begin; i < end; ++i)
        add(sum, of_body(f.position[i], f.velocity[i], f.wells[i]));
    return sum;
}

}  // namespace tasuki::nbody::moments
