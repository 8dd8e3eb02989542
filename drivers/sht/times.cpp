#include "drivers/sht/times.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "runtime/median.hpp"

namespace tasuki::drivers {

double ShtTimes::median_seconds() const {
    return runtime::median(seconds);
}

ShtTimes no_times(const graphs::sphere::Transform& transform,
                  graphs::sphere::Direction direction, int fields) {
    return {{},
            fields * transform.nominal_flops(),
            transform.cpu_fraction(direction),
            transform.cpu_only_ffts(direction)};
}

nlohmann::ordered_json times_json(const ShtTimes& times) {
    const auto [fastest, slowest] = std::ranges::minmax(times.seconds);
    return {{"gflops", times.gflops()},
            {"seconds_min", fastest},
            {"seconds_median", times.median_seconds()},
            {"seconds_max", slowest},
            {"cpu_fraction", times.cpu_fraction},
            {"cpu_only_ffts", times.cpu_only_ffts}};
}

}  // namespace tasuki::drivers
