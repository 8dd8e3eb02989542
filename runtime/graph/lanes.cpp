#include "runtime/graph/lanes.hpp"

#include <algorithm>

namespace tasuki::runtime::detail {

/// The lane that ends with what the task depends on; else a new one; else the
/// one whose last task is the oldest.
std::size_t Lanes::choose(const Segment::Task& task) {
    auto& lanes = lanes_[{task.worker, task.priority > 0}];
    const auto continued = std::ranges::find_if(lanes, [&](std::size_t lane) {
        return std::ranges::binary_search(task.after, last_[lane]);
    });
    if (continued != lanes.end()) return *continued;
    if (lanes.size() < kMost) {
        lanes.push_back(last_.size());
        last_.push_back(-1);
        return lanes.back();
    }
    return *std::ranges::min_element(
        lanes, {}, [this](std::size_t lane) { return last_[lane]; });
}

std::vector<std::uint32_t> Lanes::add(const Segment::Task& task) {
    const std::size_t own = choose(task);
    std::map<std::size_t, std::uint32_t> latest;  // by lane
    for (const auto number : task.after) latest[lane_[number]] = number;
    if (last_[own] >= 0) latest[own] = static_cast<std::uint32_t>(last_[own]);
    last_[own] = static_cast<std::int64_t>(lane_.size());
    lane_.push_back(own);
    std::vector<std::uint32_t> before;
    for (const auto& [lane, number] : latest) before.push_back(number);
    return before;
}

}  // namespace tasuki::runtime::detail
