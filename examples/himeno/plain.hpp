// The benchmark as one loop over all points, for the check.
#pragma once
#include <utility>
#include <vector>

#include "himeno.hpp"

/// Returns p after so many iterations, with the boundary, i fastest, and the
/// gosa of the last one.  Terms whose coefficients are 0 are left out.
inline std::pair<std::vector<float>, double> iterate(int ni, int nj, int nk,
                                                     int steps) {
    const std::size_t dj = ni, dk = dj * nj;
    std::vector<float> p(dk * nk);
    for (std::size_t n = 0; n < p.size(); ++n)
        p[n] = Line{ni}.start(n % dj - 1);
    auto next = p;
    double gosa = 0;
    for (int step = 0; step < steps; ++step) {
        gosa = 0;
        for (std::size_t k = dk; k < p.size() - dk; k += dk)
            for (std::size_t j = k + dj; j < k + dk - dj; j += dj)
                for (std::size_t n = j + 1; n < j + dj - 1; ++n) {
                    const float s = p[n + 1] + p[n + dj] + p[n + dk] +
                                    p[n - 1] + p[n - dj] + p[n - dk];
                    const float ss = s * kValues[a3] - p[n];
                    next[n] = p[n] + kOmega * ss;
                    gosa += ss * ss;
                }
        std::swap(p, next);
    }
    return {p, gosa};
}
