// The clock of the machine that is simulated.
#include <starpu.h>

#include <cmath>

#include "runtime/core/clock.hpp"

namespace tasuki::runtime {

std::int64_t machine_nanoseconds() {
    return std::llround(1e3 * starpu_timing_now());  // [us]
}

}  // namespace tasuki::runtime
