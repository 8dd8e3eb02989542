// One simulation in a process of its own, as there is one in each.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "drivers/tasks/simulate/bound.hpp"
#include "drivers/tasks/simulate/graph.hpp"

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
/// @param policy  of StarPU
/// @throws FaultError  the simulation failed, and why
CellResult simulate_graph(const runtime::Machine& machine,
                          const TaskGraph& graph, const std::string& policy,
                          const Places& places, int iterations);

/// Of an iteration, on the workers that such a simulation has.
/// @throws FaultError  as simulate_graph()
Bound bound_of(const runtime::Machine& machine, const TaskGraph& graph);

}  // namespace tasuki::drivers
