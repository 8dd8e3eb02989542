#include "drivers/sht/times.hpp"

#include "drivers/common/seconds.hpp"
#include "json/json.hpp"
#include "runtime/core/median.hpp"

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

Json times_json(const ShtTimes& times) {
    Json j{{"gflops", times.gflops()},
           {"cpu_fraction", times.cpu_fraction},
           {"cpu_only_ffts", times.cpu_only_ffts}};
    add_seconds(j, times.seconds);
    return j;
}

}  // namespace tasuki::drivers
