// A trace for Perfetto and for Chrome's tracing page.
#pragma once

#include <string>

#include "views/traces/timeline/timeline.hpp"

namespace tasuki::trace {

/// JSON of the trace-event format: a process for each rank and one for the
/// iterations, a thread for each worker, threads for transfers and messages
/// (as many as are under way together), a flow from each message sent to where
/// it was received, counters for ready tasks and throughput of each link.
std::string to_chrome(const Timeline& timeline);

}  // namespace tasuki::trace
