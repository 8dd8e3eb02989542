// The work of a list on GPUs as a graph of the toolkit: one launch for all of
// its kernels and copies, and those that do not depend on each other run side
// by side. For runtime/ alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/core/kernel.hpp"
#include "runtime/graph/mirrors.hpp"
#include "runtime/graph/recording.hpp"
#include "runtime/graph/task_times.hpp"

namespace tasuki::runtime::detail {

/// Hands the buffers of a list to one of its tasks.
/// @param mirrors  those of the list
/// @param own      becomes those of the task
inline void buffers_of(const Segment::Task& task, void* const* buffers,
                       std::span<void* const> mirrors,
                       std::vector<void*>& own) {
    own.clear();
    for (const auto number : task.buffers)
        own.push_back(number < Segment::kMirrors
                          ? buffers[number]
                          : mirrors[number - Segment::kMirrors]);
}

class TaskTimes;

/// Queues all tasks of a list on the stream of the GPU worker that calls.
/// @param times  of this run, to be recorded; may be null
/// @param runs   one after the other; 1 with times
void run_graph(const Segment& segment, void* buffers[], std::byte* arguments,
               const TaskTimes* times, std::int64_t runs = 1);

#if defined(TASUKI_HAS_GPU)
/// Of one worker.
class ListGraph {
  public:
    ListGraph() = default;
    ~ListGraph();
    ListGraph(const ListGraph&) = delete;
    ListGraph& operator=(const ListGraph&) = delete;

    /// Queues all tasks of the list on the stream of the worker that calls.
    /// The graph is captured where the last one does not fit, as arrays have
    /// moved or arguments are others.
    /// @param times, runs  as of run_graph()
    void run(const Segment& segment, void* buffers[], std::byte* arguments,
             const TaskTimes* times, std::int64_t runs);

  private:
    /// Queues the tasks one after the other, without a graph.
    void queue(const Segment& segment, void* buffers[], std::byte* arguments,
               const TaskTimes* times);
    void capture(const Segment& segment, void* buffers[], std::byte* arguments,
                 const TaskTimes* times);
    gpu::Graph graph_of(const Segment& segment, void* buffers[],
                        std::byte* arguments, const TaskTimes* times);

    Mirrors mirrors_;

    gpu::ExecutableGraph graph_ = nullptr;
    /// Where the arrays of the last run were, and its arguments.
    std::vector<std::byte> key_;
    bool fits_ = false;  ///< the graph does that
    int runs_ = 0;       // until the first graph
    int changes_ = 0;    // of the key, one right after the other
};
#endif

}  // namespace tasuki::runtime::detail
