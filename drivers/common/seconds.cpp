#include "drivers/common/seconds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "runtime/core/median.hpp"

namespace tasuki::drivers {

std::string describe_seconds(const std::vector<double>& seconds,
                             const std::string& each,
                             const std::string& samples) {
    const auto [least, greatest] = std::ranges::minmax(seconds);
    return fmt::format("{:.4g} ms per {} (median of {} {}; {:.4g} to {:.4g})",
                       1e3 * runtime::median(seconds), each, seconds.size(),
                       samples, 1e3 * least, 1e3 * greatest);
}

void add_seconds(nlohmann::ordered_json& json,
                 const std::vector<double>& seconds, const char* former) {
    const auto [least, greatest] = std::ranges::minmax(seconds);
    const auto add = [&](const std::string& median, const std::string& prefix) {
        json[median] = runtime::median(seconds);
        json[prefix + "_min"] = least;
        json[prefix + "_max"] = greatest;
        json[prefix + "_all"] = seconds;
    };
    add("seconds_median", "seconds");
    if (former != nullptr) add(former, former);
}

}  // namespace tasuki::drivers
