// The median of repeated measurements.
#pragma once

#include <algorithm>
#include <vector>

namespace tasuki::drivers {

/// Of an even number of samples the greater of the two in the middle: a figure
/// that was measured.
/// @param samples  at least one, in any order
inline double median(std::vector<double> samples) {
    const auto middle = samples.begin() + std::ssize(samples) / 2;
    std::nth_element(samples.begin(), middle, samples.end());
    return *middle;
}

}  // namespace tasuki::drivers
