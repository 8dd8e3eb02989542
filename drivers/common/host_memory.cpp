#include "drivers/common/host_memory.hpp"

#include <fmt/format.h>

#include "runtime/devices.hpp"
#include "runtime/error.hpp"

namespace tasuki::drivers {

void check_host_memory(const std::string& what, double needed) {
    const auto available =
        static_cast<double>(runtime::host_memory_available());
    if (needed > available)
        throw runtime::UnavailableError(
            fmt::format("{} {:.1f} GB of host memory, {:.1f} GB are available",
                        what, 1e-9 * needed, 1e-9 * available));
}

}  // namespace tasuki::drivers
