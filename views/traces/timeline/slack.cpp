#include "views/traces/timeline/slack.hpp"

#include <algorithm>
#include <map>

#include "views/traces/timeline/phases.hpp"
#include "views/traces/timeline/task_graph.hpp"

namespace tasuki::trace {

std::vector<PhaseSlack> slack_of_phases(const Timeline& t, int number) {
    const TaskGraph graph = graph_of(t);
    std::vector<int> order;
    for (const int node : graph.order)
        if (iteration(t, graph, node) == number) order.push_back(node);

    // Longest chains that end with a node, and that start with it.
    std::vector<Time> until(graph.before.size()), from(graph.before.size());
    Time longest = 0;
    for (const int node : order) {
        for (const int other : graph.before[node])
            if (iteration(t, graph, other) == number)
                until[node] = std::max(until[node], until[other]);
        until[node] += duration(t, graph, node);
        longest = std::max(longest, until[node]);
    }
    std::map<std::pair<std::size_t, std::string>, PhaseSlack> phases;
    for (auto at = order.rbegin(); at != order.rend(); ++at) {
        const int node = *at;
        // What is behind it has been here already.
        const Time own = duration(t, graph, node);
        from[node] += own;
        for (const int other : graph.before[node])
            from[other] = std::max(from[other], from[node]);

        const bool task = graph.is_task(node);
        const std::string name = task ? t.tasks[node].phase : "message";
        const Time slack = longest - until[node] - from[node] + own;
        auto& phase = phases[{task ? place_of(name) : name.max_size(), name}];
        phase.least = phase.count == 0 ? slack : std::min(phase.least, slack);
        phase.most = std::max(phase.most, slack);
        phase.phase = name;
        ++phase.count;
        if (slack == 0) ++phase.critical;
    }
    std::vector<PhaseSlack> found;
    for (auto& [key, phase] : phases) found.push_back(std::move(phase));
    return found;
}

}  // namespace tasuki::trace
