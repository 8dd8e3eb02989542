// How long transforms of one direction took, and who computed them.
#pragma once

#include <vector>

#include "graphs/sphere/transform/transform.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers {

struct ShtTimes {
    std::vector<double> seconds;  ///< of all fields; the slowest rank's
    double flops = 0;             ///< J (M + 1)^2 for each field
    double cpu_fraction = 0;      ///< of the latitudes
    bool cpu_only_ffts = false;   ///< of them the CPU computes nothing else

    double median_seconds() const;
    double gflops() const { return 1e-9 * flops / median_seconds(); }
};

/// Before any transform is timed.
ShtTimes no_times(const graphs::sphere::Transform& transform,
                  graphs::sphere::Direction direction, int fields);

Json times_json(const ShtTimes& times);

}  // namespace tasuki::drivers
