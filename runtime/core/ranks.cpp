#include "runtime/core/ranks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <starpu.h>

#include <algorithm>

#include "runtime/core/error.hpp"

namespace tasuki::runtime {

const std::vector<std::string>& exchange_names() {
    static const std::vector<std::string> names{
        "auto", "stores", "ipc", "copy", "network", "mpi-device", "mpi-host"};
    return names;
}

Exchange parse_exchange(std::string_view text) {
    const auto& names = exchange_names();
    const auto found = std::ranges::find(names, text);
    if (found == names.end())
        throw UsageError(fmt::format("--exchange: expected {}, found '{}'",
                                     fmt::join(names, ", "), text));
    return static_cast<Exchange>(found - names.begin());
}

ClockReading Ranks::read_clock() const {
    return {machine_nanoseconds(), 0, 0};
}

void Ranks::wait() const {
    check(starpu_task_wait_for_all(), "starpu_task_wait_for_all");
}

}  // namespace tasuki::runtime
