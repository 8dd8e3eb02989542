// How repeated times are said: the median, with the least and the greatest.
#pragma once

#include <string>
#include <vector>

namespace tasuki {
class Json;
}

namespace tasuki::drivers {

/// "1.23 ms per step (median of 5 stretches; 1.1 to 1.4)"
/// @param seconds  one at least
/// @param each     "step"
/// @param samples  what the times are of: "stretches"
std::string describe_seconds(const std::vector<double>& seconds,
                             const std::string& each,
                             const std::string& samples);

/// Adds seconds_median, seconds_min, seconds_max and seconds_all [s].
/// @param seconds  one at least
void add_seconds(Json& json, const std::vector<double>& seconds);

}  // namespace tasuki::drivers
