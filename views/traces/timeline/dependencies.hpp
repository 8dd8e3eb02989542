// What depends on what among the tasks and messages of one rank.
#pragma once

#include <vector>

#include "runtime/trace/trace.hpp"

namespace tasuki::trace {

/// Places in RankRecord::tasks and ::messages.
struct Needs {
    std::vector<int> tasks;     ///< that had to end before
    std::vector<int> messages;  ///< that had to arrive before
};

struct Dependencies {
    std::vector<Needs> of_tasks;     // (tasks)
    std::vector<Needs> of_messages;  // (messages); those that are sent
};

/// By StarPU's rule: who uses an array waits for the last one that wrote it,
/// and who writes it also for those that read it since.  What waits for a
/// message to have left, to write its array again, is not counted.
Dependencies find_dependencies(const runtime::RankRecord& record);

}  // namespace tasuki::trace
