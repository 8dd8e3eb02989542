#include <time.h>

#include "runtime/core/clock.hpp"

namespace tasuki::runtime {

std::int64_t machine_nanoseconds() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{1000000000} * now.tv_sec + now.tv_nsec;
}

}  // namespace tasuki::runtime
