// The rows of a picture of a trace: of every rank its workers, then what came
// into its memories and from other ranks.
#pragma once

#include <string>
#include <vector>

#include "views/traces/timeline/timeline.hpp"

namespace tasuki::trace {

/// A worker, or a way that data takes.
struct PictureRow {
    enum class Kind { lane, transfers, messages };

    Kind kind;
    int rank;          ///< whose it is; the target's for messages
    std::string name;  ///< "GPU 0", "host to GPU 0", "from rank 1"
    int lane = -1;
    /// Of Timeline::tasks, ::transfers or ::messages, by start.
    std::vector<int> items;
};

/// In the order of Timeline::lanes within a rank; ways only if they are used.
std::vector<PictureRow> picture_rows(const Timeline& timeline);

}  // namespace tasuki::trace
