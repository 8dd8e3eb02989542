#include "runtime/core/version.hpp"

#include <fmt/format.h>
#include <starpu.h>

#include "runtime/core/toolkit.hpp"

namespace tasuki::runtime {

std::string version() {
    int major = 0, minor = 0, release = 0;
    starpu_get_version(&major, &minor, &release);
    return fmt::format("{}.{}.{} (StarPU {}.{}.{}, {})", TASUKI_VERSION_MAJOR,
                       TASUKI_VERSION_MINOR, TASUKI_VERSION_PATCH, major, minor,
                       release, toolkit::version());
}

}  // namespace tasuki::runtime
