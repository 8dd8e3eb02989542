#include "runtime/core/version.hpp"

#include <fmt/format.h>
#include <starpu.h>

#include "runtime/core/toolkit.hpp"

namespace tasuki::runtime {

std::string version() {
    int major = 0, minor = 0, release = 0;
    starpu_get_version(&major, &minor, &release);
    return fmt::format("{} (StarPU {}.{}.{}, {})", TASUKI_VERSION, major, minor,
                       release, toolkit::version());
}

}  // namespace tasuki::runtime
