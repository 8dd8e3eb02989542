// The longest chain of an iteration, and how much longer its parts could take
// without a longer one: the method of the critical path (J. E. Kelley, Oper.
// Res. 9 (1961) 296).
//   slack(k) = L - (longest chain that ends with k) - (one that starts with k)
//              + duration(k),   L = longest chain of all
// Chains are of tasks and messages of the iteration, each of which depends on
// the one before, with the durations that were measured, as if none ever waited
// for a worker.
#pragma once

#include <string>
#include <vector>

#include "views/traces/timeline/timeline.hpp"

namespace tasuki::trace {

/// One thing of a chain in which each had to wait for the one before.
struct Step {
    bool is_task;  ///< or message
    int index;
};

struct PhaseSlack {
    std::string phase;  ///< "message" for messages
    int count = 0;
    int critical = 0;  ///< that have no slack
    Time least = 0;    ///< slack of the one that has the least [ns]
    Time most = 0;     ///< of the one that has the most
};

struct Chains {
    Time longest = 0;        ///< sum of the durations of its steps [ns]
    std::vector<Step> path;  ///< the longest chain
    /// Of every phase, in the order of kPhaseStyles, messages last.
    std::vector<PhaseSlack> slack;
};

/// Of one iteration; empty if it has no tasks.
Chains chains_of(const Timeline& timeline, int iteration);

}  // namespace tasuki::trace
