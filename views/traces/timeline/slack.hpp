// How much longer the parts of an iteration could take without a longer
// longest chain: the method of the critical path (J. E. Kelley, Oper. Res. 9
// (1961) 296).
//   slack(k) = L - (longest chain that ends with k) - (one that starts with k)
//              + duration(k),   L = longest chain of all
// Chains are of tasks and messages of the iteration, with the durations that
// were measured, as if none ever waited for a worker.
#pragma once

#include <string>
#include <vector>

#include "views/traces/timeline/timeline.hpp"

namespace tasuki::trace {

struct PhaseSlack {
    std::string phase;  ///< "message" for messages
    int count = 0;
    int critical = 0;  ///< that have no slack
    Time least = 0;    ///< slack of the one that has the least [ns]
    Time most = 0;     ///< of the one that has the most
};

/// Of every phase of an iteration, in the order of kPhaseStyles, messages
/// last; empty if the iteration has no tasks.
std::vector<PhaseSlack> slack_of_phases(const Timeline& timeline,
                                        int iteration);

}  // namespace tasuki::trace
