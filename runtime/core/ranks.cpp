#include "runtime/core/ranks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <starpu.h>

#include <algorithm>

#include "runtime/core/error.hpp"

namespace tasuki::runtime {

const std::vector<std::string>& exchange_names() {
    static const std::vector<std::string> names{"auto", "stores", "copy",
                                                "host", "network"};
    return names;
}

const std::string& name_of(Exchange exchange) {
    return exchange_names()[static_cast<std::size_t>(exchange)];
}

Exchange parse_exchange(std::string_view text) {
    const auto& names = exchange_names();
    const auto found = std::ranges::find(names, text);
    if (found == names.end())
        throw UsageError(fmt::format("--exchange: expected {}, found '{}'",
                                     fmt::join(names, ", "), text));
    return static_cast<Exchange>(found - names.begin());
}

int Ranks::reached(Exchange exchange) const {
    const auto all = routes();
    return static_cast<int>(
        std::ranges::count(all, exchange, &Route::exchange));
}

ClockReading Ranks::read_clock() const {
    return {machine_nanoseconds(), 0, 0};
}

void Ranks::wait() const {
    check(starpu_task_wait_for_all(), "starpu_task_wait_for_all");
}

}  // namespace tasuki::runtime
