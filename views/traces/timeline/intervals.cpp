#include "views/traces/timeline/intervals.hpp"

#include <algorithm>

namespace tasuki::trace {

Intervals::Intervals(std::vector<std::pair<Time, Time>> parts) {
    std::ranges::sort(parts);
    for (const auto& [start, end] : parts) {
        if (start >= end) continue;
        if (!parts_.empty() && start <= parts_.back().second)
            parts_.back().second = std::max(parts_.back().second, end);
        else
            parts_.emplace_back(start, end);
    }
}

Time Intervals::length() const {
    Time sum = 0;
    for (const auto& [start, end] : parts_) sum += end - start;
    return sum;
}

Time Intervals::covered(Time start, Time end) const {
    Time sum = 0;
    auto at = std::ranges::upper_bound(parts_, start, {},
                                       &std::pair<Time, Time>::second);
    for (; at != parts_.end() && at->first < end; ++at)
        sum += std::max<Time>(
            0, std::min(at->second, end) - std::max(at->first, start));
    return sum;
}

}  // namespace tasuki::trace
