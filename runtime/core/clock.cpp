#include "runtime/core/clock.hpp"

#include <cmath>

namespace tasuki::runtime {

std::int64_t on_first_clock(std::int64_t local, const ClockReading& before,
                            const ClockReading& after) {
    const auto span = static_cast<double>(after.local - before.local);
    const double part =
        span > 0 ? static_cast<double>(local - before.local) / span : 0;
    const auto drift = static_cast<double>(after.ahead - before.ahead);
    return local + before.ahead + std::llround(part * drift);
}

}  // namespace tasuki::runtime
