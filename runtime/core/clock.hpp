// The clocks of ranks against that of the first one.
#pragma once

#include <cstdint>

namespace tasuki::runtime {

/// Time on the clock that every thread of this machine shares [ns]; the clock
/// of StarPU's records.
std::int64_t machine_nanoseconds();

/// The difference of this rank's clock from the first rank's at one moment.
struct ClockReading {
    std::int64_t local;   ///< machine_nanoseconds() of this rank
    std::int64_t ahead;   ///< first rank's clock minus `local` [ns]
    std::int64_t within;  ///< error bound of `ahead` [ns]
};

}  // namespace tasuki::runtime
