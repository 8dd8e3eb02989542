// Whether a number of bodies fits into the host's memory, asked before they
// are made: the kernel ends a process that takes too much without a word.
#pragma once

#include <fmt/format.h>

#include <cstdint>

#include "runtime/devices.hpp"
#include "runtime/error.hpp"

namespace tasuki::drivers {

/// For this process: the bodies, those of the simulation, those that it gives
/// back, and a file of them.
/// @throws UnavailableError  less can be had now
inline void check_body_memory(std::uint64_t n) {
    constexpr double kBytesOfBody = 7 * sizeof(double);
    const double needed = 4 * kBytesOfBody * static_cast<double>(n);
    const auto available =
        static_cast<double>(runtime::host_memory_available());
    if (needed > available)
        throw runtime::UnavailableError(fmt::format(
            "{} bodies need {:.1f} GB of host memory, {:.1f} GB are available",
            n, 1e-9 * needed, 1e-9 * available));
}

}  // namespace tasuki::drivers
