// Bodies for tests, as kernels have them.
#pragma once

#include <cmath>
#include <vector>

#include "codelets/nbody/bodies.hpp"
#include "codelets/nbody/layout.hpp"

namespace tasuki::test {

/// `n` bodies of different masses in a cube of side 2, the same every time.
inline nbody::Bodies scattered(std::size_t n) {
    nbody::Bodies bodies;
    bodies.resize(n);
    // Irrational steps fill the cube evenly (Weyl).
    const auto number = [](std::size_t k, double step) {
        const double x = step * static_cast<double>(k + 1);
        return 2 * (x - std::floor(x)) - 1;
    };
    for (std::size_t i = 0; i < n; ++i) {
        bodies.mass[i] =
            (1.5 + number(i, std::sqrt(17.0))) / static_cast<double>(n);
        bodies.position[i] = {number(i, std::sqrt(2.0)),
                              number(i, std::sqrt(3.0)),
                              number(i, std::sqrt(5.0))};
        bodies.velocity[i] = {0.3 * number(i, std::sqrt(7.0)),
                              0.3 * number(i, std::sqrt(11.0)),
                              0.3 * number(i, std::sqrt(13.0))};
    }
    return bodies;
}

template <class S>
std::vector<nbody::Quad<S>> positions_of(const nbody::Bodies& bodies) {
    std::vector<nbody::Quad<S>> quads;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const auto& r = bodies.position[i];
        quads.push_back({static_cast<S>(r[0]), static_cast<S>(r[1]),
                         static_cast<S>(r[2]), static_cast<S>(bodies.mass[i])});
    }
    return quads;
}

template <class S>
std::vector<nbody::Quad<S>> velocities_of(const nbody::Bodies& bodies) {
    std::vector<nbody::Quad<S>> quads;
    for (const auto& v : bodies.velocity)
        quads.push_back({static_cast<S>(v[0]), static_cast<S>(v[1]),
                         static_cast<S>(v[2]), S(0)});
    return quads;
}

/// Root of the summed squares of differences, over that of the expected.
template <class F>
double relative_difference(const std::vector<nbody::Quad<F>>& found,
                           const std::vector<nbody::Vector>& expected) {
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const double f[3] = {found[i].x, found[i].y, found[i].z};
        for (int k = 0; k < 3; ++k) {
            const double d = f[k] - expected[i][k];
            difference += d * d;
            size += expected[i][k] * expected[i][k];
        }
    }
    return size > 0 ? std::sqrt(difference / size) : std::sqrt(difference);
}

}  // namespace tasuki::test
