// A way to run a task graph.  All compute the same with stream::grain, so that
// their results are equal bit by bit.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "peers/taskbench/graph/graph.hpp"

namespace tasuki::peers::taskbench {

class Engine {
  public:
    virtual ~Engine() = default;

    /// Prepares what lasts longer than a run: memory for the results, and what
    /// the engine knows of them.
    /// @param graph  outlives its runs
    virtual void load(const Graph& graph) = 0;
    /// Runs all tasks, each with so many iterations of stream::grain.
    /// @return  wall time from the first submission to the last result [s]
    virtual double run(int iterations) = 0;
    /// What the tasks of the last run gave, (tasks).
    virtual std::vector<std::uint64_t> results() = 0;
};

/// What tasks run on.  On a GPU, each task takes the whole of it.
enum class On : std::uint8_t { cpu, gpu };

/// On CPUs:
///   serial          a loop on one CPU: the reference
///   tasuki          runtime::submit(), a worker for each CPU
///   recorded        a Graph (runtime/graph/) on one CPU, which runs its tasks
///                   in a row: they use one thread
///   bare            StarPU's C interface, a worker for each CPU
///   openmp          OpenMP tasks with `depend`
///   tbb             oneTBB's task_group, a counter of missing inputs in each
///   taskflow        Taskflow's graph, built before the clock starts
///   taskflow-async  Taskflow's dependent_async(), which takes tasks as they
///                   are made
/// On a GPU:
///   streams         eight streams, and events between them
///   graph           that captured once, as a graph of the toolkit
///   tasuki, recorded, bare   as above, on the GPU's workers
///   cudastf         tasks of CUDASTF's stream_ctx
///   cudastf-graph   a graph of CUDASTF, built before the clock starts
///   cudastf-loop    the same inside a loop on the device: one launch is many
///                   runs, and the time is that of one
const std::vector<std::string>& engine_names();
/// Those that this build has.
std::vector<std::string> available_engines(On on);
/// Returns how to configure a build that has the engine on such a device, for
/// people; empty if this build has it or no build can.
std::string_view how_to_get(std::string_view engine, On on);

/// The CPUs, or GPUs, that an engine computes with, if it may use `cpus`.
int units_of(std::string_view engine, On on, int cpus);

/// One at a time: some start StarPU, whose workers would disturb others.
/// @param name  one of available_engines()
/// @param cpus  that compute together, 1 at least; serial and recorded take one
/// @throws UnavailableError  there is no GPU
std::unique_ptr<Engine> make_engine(std::string_view name, On on, int cpus);

using Maker = std::unique_ptr<Engine> (*)(On on, int cpus);

// One source each.
std::unique_ptr<Engine> make_serial();
std::unique_ptr<Engine> make_tasuki(On on, int cpus);
std::unique_ptr<Engine> make_recorded(On on, int cpus);
std::unique_ptr<Engine> make_bare(On on, int cpus);
std::unique_ptr<Engine> make_openmp(On on, int cpus);
// Null in a build without the library or without a GPU (*_none.cpp).
Maker tbb_maker();
Maker taskflow_maker();
Maker taskflow_async_maker();
Maker streams_maker();
Maker graph_maker();
Maker cudastf_maker();
Maker cudastf_graph_maker();
Maker cudastf_loop_maker();

}  // namespace tasuki::peers::taskbench
