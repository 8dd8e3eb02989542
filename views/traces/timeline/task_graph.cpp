#include "views/traces/timeline/task_graph.hpp"

namespace tasuki::trace {

TaskGraph graph_of(const Timeline& t) {
    TaskGraph graph;
    graph.tasks = static_cast<int>(t.tasks.size());
    for (const Task& task : t.tasks) {
        auto& before = graph.before.emplace_back(task.after);
        for (const int m : task.after_messages)
            before.push_back(graph.tasks + m);
    }
    for (const Message& message : t.messages)
        graph.before.push_back(message.after);

    std::vector<std::vector<int>> behind(graph.before.size());
    std::vector<std::size_t> left(graph.before.size());
    for (std::size_t node = 0; node < graph.before.size(); ++node) {
        left[node] = graph.before[node].size();
        for (const int other : graph.before[node])
            behind[other].push_back(static_cast<int>(node));
        if (left[node] == 0) graph.order.push_back(static_cast<int>(node));
    }
    // The list grows while it is walked: what nothing is left before.
    for (std::size_t k = 0; k < graph.order.size(); ++k)
        for (const int node : behind[graph.order[k]])
            if (--left[node] == 0) graph.order.push_back(node);
    return graph;
}

Time duration(const Timeline& t, const TaskGraph& graph, int node) {
    if (graph.is_task(node)) return t.tasks[node].duration();
    const Message& message = t.messages[graph.message(node)];
    return message.end - message.start;
}

int iteration(const Timeline& t, const TaskGraph& graph, int node) {
    return graph.is_task(node) ? t.tasks[node].iteration
                               : t.messages[graph.message(node)].iteration;
}

}  // namespace tasuki::trace
