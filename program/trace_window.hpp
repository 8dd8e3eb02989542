// Which iterations of a run are recorded, and what that cost.
#pragma once

#include <vector>

#include "runtime/core/median.hpp"

namespace tasuki::trace {

/// Iterations of a stream that is numbered from 0; they are in flight together.
struct Window {
    int first = 2;  ///< that counts in figures
    int last = 6;   ///< that counts

    /// Recorded too, before the first, and not counted: with nothing in flight
    /// beside it, an iteration is another one.
    static constexpr int kWarmUp = 2;
    /// Likewise behind the last.
    static constexpr int kRunOut = 2;
    /// Iterations before the first that is recorded.
    int skipped() const { return first < kWarmUp ? 0 : first - kWarmUp; }
    /// Number of iterations that are recorded.
    int recorded() const { return last + 1 + kRunOut - skipped(); }
};

/// Seconds per iteration of the same stretch without and with a record, in
/// turns.
struct Cost {
    std::vector<double> plain;     ///< without a record [s]
    std::vector<double> recorded;  ///< with one [s]

    /// Whether nothing was recorded.
    bool empty() const { return recorded.empty(); }
    /// The median of the one over that of the other, less one [%].
    double percent() const {
        return 100 * (runtime::median(recorded) / runtime::median(plain) - 1);
    }
};

}  // namespace tasuki::trace
