#include "runtime/core/ranks.hpp"

#include <starpu.h>

#include "runtime/core/error.hpp"

namespace tasuki::runtime {

ClockReading Ranks::read_clock() const {
    return {machine_nanoseconds(), 0, 0};
}

void Ranks::wait() const {
    check(starpu_task_wait_for_all(), "starpu_task_wait_for_all");
}

}  // namespace tasuki::runtime
