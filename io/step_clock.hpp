// Which time it is after how many steps.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tasuki::io {

/// Steps of length dt from an origin on.  Times are products, not sums: what
/// has gone on from a snapshot has the same ones, bit by bit.
struct StepClock {
    double dt = 0;
    double origin_time = 0;         ///< [time]
    std::uint64_t origin_step = 0;  ///< the number of the step at that time

    double time(std::uint64_t step) const {
        return origin_time + static_cast<double>(step - origin_step) * dt;
    }
    /// The number of the step that ends at `end`, or is cut short there.
    std::uint64_t last_step(double end) const {
        // A quotient that rounding puts above a whole number is that number.
        const double steps =
            std::ceil((end - origin_time) / dt * (1 - 1e-12) - 1e-9);
        return origin_step + static_cast<std::uint64_t>(std::max(steps, 0.0));
    }
    /// As of `step`, at a time that need not be a multiple of dt.
    StepClock restarted(std::uint64_t step, double time) const {
        return {dt, time, step};
    }
};

/// How far a run is.
struct RunTime {
    double time = 0;
    std::uint64_t step = 0;
    StepClock clock;
    double start_time = 0;
};

}  // namespace tasuki::io
