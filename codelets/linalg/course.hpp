// How far an iterative solver has come, kept where it computes: the host looks
// at it only now and then, and submits ahead.  A solver that has ended changes
// nothing any more, so that its result does not depend on how far ahead.
#pragma once

#include <cstdint>

#include "runtime/gpu/gpu.hpp"

namespace tasuki::linalg {

enum class Phase : std::int32_t {
    running,
    converged,
    broken  ///< a NaN, an infinity, or a division by zero
};

/// When a solver has converged.
struct Target {
    double target2;  ///< at this |residual|^2
    /// ... or at this part of that at the beginning, if it is more; 0: not
    double reduction2 = 0;
};

/// Columns that a solver works on at once, at most: all spins and colours.
inline constexpr int kMostColumns = 12;

/// (columns)
struct Targets {
    Target of[kMostColumns];
};

struct Course {
    /// Of the last iterations.
    static constexpr int kResiduals = 32;

    double target2;           ///< has converged at this |residual|^2
    double begin2;            ///< |residual|^2 before the first iteration
    std::int64_t iterations;  ///< done
    Phase phase;
    /// |residual|^2 after iteration k, from 1 on, at k % kResiduals.
    double residual2[kResiduals];

    TASUKI_HD bool is_running() const { return phase == Phase::running; }

    TASUKI_HD static bool is_finite(double x) { return x - x == 0; }

    TASUKI_HD void judge(double r2) {
        if (!is_finite(r2))
            phase = Phase::broken;
        else if (r2 <= target2)
            phase = Phase::converged;
    }
    TASUKI_HD void begin(const Target& target, double r2) {
        const double reduced2 = target.reduction2 * r2;
        target2 = reduced2 > target.target2 ? reduced2 : target.target2;
        begin2 = r2;
        iterations = 0;
        phase = Phase::running;
        judge(r2);
    }
    /// An iteration has ended, with this |residual|^2.
    TASUKI_HD void add(double r2) {
        residual2[++iterations % kResiduals] = r2;
        judge(r2);
    }
};

}  // namespace tasuki::linalg
