#include "views/traces/timeline/chains.hpp"

#include <algorithm>
#include <map>

#include "views/traces/timeline/phases.hpp"
#include "views/traces/timeline/task_graph.hpp"

namespace tasuki::trace {

Chains chains_of(const Timeline& t, int number) {
    const TaskGraph graph = graph_of(t);
    std::vector<int> order;
    for (const int node : graph.order)
        if (iteration(t, graph, node) == number) order.push_back(node);

    // Longest chains that end with a node, the node before it in that chain,
    // and longest chains that start with it.
    std::vector<Time> until(graph.before.size()), from(graph.before.size());
    std::vector<int> previous(graph.before.size(), -1);
    int last = -1;
    for (const int node : order) {
        int& best = previous[node];
        for (const int other : graph.before[node])
            if (iteration(t, graph, other) == number &&
                (best < 0 || until[other] > until[best]))
                best = other;
        until[node] = duration(t, graph, node) + (best < 0 ? 0 : until[best]);
        if (last < 0 || until[node] > until[last] ||
            (until[node] == until[last] && node < last))
            last = node;
    }
    Chains chains;
    if (last >= 0) chains.longest = until[last];
    for (int node = last; node >= 0; node = previous[node])
        chains.path.push_back(graph.is_task(node)
                                  ? Step{true, node}
                                  : Step{false, graph.message(node)});
    std::ranges::reverse(chains.path);

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
        const Time slack = chains.longest - until[node] - from[node] + own;
        auto& phase = phases[{task ? place_of(name) : name.max_size(), name}];
        phase.least = phase.count == 0 ? slack : std::min(phase.least, slack);
        phase.most = std::max(phase.most, slack);
        phase.phase = name;
        ++phase.count;
        if (slack == 0) ++phase.critical;
    }
    for (auto& [key, phase] : phases) chains.slack.push_back(std::move(phase));
    return chains;
}

}  // namespace tasuki::trace
