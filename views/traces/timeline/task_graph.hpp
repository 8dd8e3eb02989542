// The tasks and messages of a trace as one graph, for walks along chains.
#pragma once

#include <vector>

#include "views/traces/timeline/timeline.hpp"

namespace tasuki::trace {

/// Nodes are the tasks, in the order of Timeline::tasks, and behind them the
/// messages.
struct TaskGraph {
    int tasks = 0;
    std::vector<std::vector<int>> before;  // (nodes) that have to end first
    /// Each node behind those before it.  Nodes that wait for themselves,
    /// which no run has but a changed file might, are left out.
    std::vector<int> order;

    bool is_task(int node) const { return node < tasks; }
    int message(int node) const { return node - tasks; }
};

TaskGraph graph_of(const Timeline& timeline);

/// [ns]; that of a message is on its way, see Message::start.
Time duration(const Timeline& timeline, const TaskGraph& graph, int node);
/// -1: of none
int iteration(const Timeline& timeline, const TaskGraph& graph, int node);

}  // namespace tasuki::trace
