#include "drivers/common/seconds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "json/json.hpp"
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

void add_seconds(Json& json, const std::vector<double>& seconds) {
    const auto [least, greatest] = std::ranges::minmax(seconds);
    json["seconds_median"] = runtime::median(seconds);
    json["seconds_min"] = least;
    json["seconds_max"] = greatest;
    json["seconds_all"] = seconds;
}

}  // namespace tasuki::drivers
