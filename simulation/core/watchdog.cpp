// SimGrid itself ends a simulation in which nothing can go on, and a thread
// that it does not know of may not call StarPU.
#include "runtime/core/watchdog.hpp"

namespace tasuki::runtime {

std::string describe(const Stall& stall) {
    return stall.what;
}

Watchdog::Watchdog(const Stalls&, Session&) {}

}  // namespace tasuki::runtime
