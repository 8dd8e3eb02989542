// One run in a process of its own, as there is one simulation in each.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "drivers/tasks/graphs/bound.hpp"
#include "drivers/tasks/graphs/graph.hpp"

namespace tasuki::drivers {

struct CellResult {
    std::vector<double> seconds;  ///< of each iteration
    /// Of the tasks of the last iteration, the part on CPUs, by kernel.
    std::map<std::string, double> cpu_part;
    int cpus, gpus;  ///< workers

    /// Mean of the last quarter of the iterations [s].
    double steady() const;
    /// The first iteration, from 1, since which none took over 5 % more.
    int settled() const;
};

/// Runs iterations of a graph, and waits for the end of each.
/// @param machine  that is simulated; in a build that computes, the one whose
///                 kernels are imitated by workers of this machine
/// @param policy   of StarPU
/// @throws FaultError  it failed, and why; also if a result is wrong
CellResult run_graph_apart(const runtime::Machine& machine,
                           const TaskGraph& graph, const std::string& policy,
                           const Places& places, int iterations);

/// Of an iteration, on the workers that such a simulation has.
/// @throws FaultError  as run_graph_apart()
Bound bound_of(const runtime::Machine& machine, const TaskGraph& graph);

}  // namespace tasuki::drivers
