// The longest chain of an iteration.
#pragma once

#include <vector>

#include "views/traces/timeline/summary.hpp"

namespace tasuki::trace {

struct CriticalPath {
    Time time = 0;  ///< sum of the durations of its steps [ns]
    std::vector<Step> steps;
};

/// Among the tasks and messages of one iteration: the chain in which each step
/// depends on the one before, and that takes longest if none ever waits.
CriticalPath critical_path(const Timeline& timeline, int iteration);

}  // namespace tasuki::trace
