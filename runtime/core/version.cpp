#include "runtime/core/version.hpp"

#include <fmt/format.h>
#include <starpu.h>

#include <algorithm>

#include "runtime/core/devices.hpp"
#include "runtime/core/toolkit.hpp"

namespace tasuki::runtime {

std::string version() {
    int major = 0, minor = 0, release = 0;
    starpu_get_version(&major, &minor, &release);
    return fmt::format("{}.{}.{} (StarPU {}.{}.{}, {})", TASUKI_VERSION_MAJOR,
                       TASUKI_VERSION_MINOR, TASUKI_VERSION_PATCH, major, minor,
                       release, toolkit::version());
}

std::string gpu_toolkit() {
    return toolkit::name();
}

bool toolkit::is_first(std::span<const int> devices) {
    int expected = 0;
    return std::ranges::all_of(
        devices, [&](int device) { return device == expected++; });
}

}  // namespace tasuki::runtime
