// Stretches of time, put together.
#pragma once

#include <utility>
#include <vector>

#include "views/traces/timeline/timeline.hpp"

namespace tasuki::trace {

/// The union of intervals [start, end).
class Intervals {
  public:
    Intervals() = default;
    explicit Intervals(std::vector<std::pair<Time, Time>> parts);

    Time length() const;
    /// How much of [start, end) they cover.
    Time covered(Time start, Time end) const;

  private:
    std::vector<std::pair<Time, Time>> parts_;  // apart, in order
};

}  // namespace tasuki::trace
