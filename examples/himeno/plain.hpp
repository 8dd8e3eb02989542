// The benchmark as one loop over all points, for the check.
#pragma once
#include <utility>
#include <vector>

#include "himeno.hpp"

/// Puts p after so many iterations into `p` and returns the gosa of the last
/// one.  Terms whose coefficients are 0 are left out.
inline double iterate(Plane plane, int steps, std::vector<float>& p) {
    const std::size_t di = 1, dj = plane.ni, dk = dj * plane.nj;
    Start::cpu(plane, p);
    auto next = p;
    double gosa = 0;
    for (int step = 0; step < steps; ++step) {
        gosa = 0;
        for (std::size_t k = dk; k < p.size() - dk; k += dk)
            for (std::size_t j = k + dj; j < k + dk - dj; j += dj)
                for (std::size_t n = j + di; n < j + dj - di; ++n) {
                    const float s = p[n + di] + p[n + dj] + p[n + dk] +
                                    p[n - di] + p[n - dj] + p[n - dk];
                    const float ss = s * kValues[a3] - p[n];
                    next[n] = p[n] + kOmega * ss;
                    gosa += ss * ss;
                }
        std::swap(p, next);
    }
    return gosa;
}
