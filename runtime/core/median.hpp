// The median of repeated measurements.
#pragma once

#include <algorithm>
#include <vector>

namespace tasuki::runtime {

/// Of an even number of samples the mean of the two in the middle.
/// @param samples  at least one, in any order
inline double median(std::vector<double> samples) {
    const auto middle = samples.begin() + std::ssize(samples) / 2;
    std::nth_element(samples.begin(), middle, samples.end());
    if (samples.size() % 2 == 1) return *middle;
    return (*std::max_element(samples.begin(), middle) + *middle) / 2;
}

}  // namespace tasuki::runtime
