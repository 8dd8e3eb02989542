// Few chains for the tasks of a list in the graph of a GPU.  For runtime/
// alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "runtime/graph/segment.hpp"

namespace tasuki::runtime::detail {

/// Puts the tasks of a list into chains by further dependencies, because the
/// launch of a graph with hundreds of nodes side by side takes longer.  Each
/// GPU has chains of its own, and its urgent tasks have others.
class Lanes {
  public:
    /// Enough for a GPU to overlap what it can.
    static constexpr std::size_t kMost = 8;

    /// The next task of the list.
    /// @return  tasks before it: of each chain the last one that it depends on,
    ///          and the one that it follows in its own
    std::vector<std::uint32_t> add(const Segment::Task& task);

  private:
    std::size_t choose(const Segment::Task& task);

    /// By GPU and urgency.
    std::map<std::pair<int, bool>, std::vector<std::size_t>> lanes_;
    std::vector<std::int64_t> last_;  // task of each lane; -1: none yet
    std::vector<std::size_t> lane_;   // of each task
};

}  // namespace tasuki::runtime::detail
