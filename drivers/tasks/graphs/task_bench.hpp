// Task Bench's graphs, of tasks that take 1 ms on a GPU.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "drivers/tasks/graphs/graph.hpp"

namespace tasuki::drivers {

/// @param pattern  of peers/taskbench/graph/graph.hpp
/// @param numbers  times that a task takes longer on a core; columns; steps
/// @return  nothing if there is no such pattern, or it is too large
std::optional<TaskGraph> find_task_bench(const std::string& pattern,
                                         const std::vector<int>& numbers,
                                         const runtime::Machine& machine);

}  // namespace tasuki::drivers
