// The work of a list on GPUs as a graph of the toolkit: one launch for all of
// its kernels and copies, and those that do not depend on each other run side
// by side. For runtime/ alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "runtime/core/kernel.hpp"
#include "runtime/core/task_stream.hpp"
#include "runtime/graph/loop.hpp"
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

/// Queues all tasks of a list on the stream of the GPU worker that calls.
/// @param times  of this run, to be recorded; may be null
/// @param runs   one after the other; 1 with times
/// @param loop   that ends them before; null: none
void run_graph(const Segment& segment, void* buffers[],
               const Arguments& arguments, const TaskTimes* times,
               std::int64_t runs = 1, Loop* loop = nullptr);

#if defined(TASUKI_HAS_GPU)
/// The tasks of a list, where their arrays are and what their arguments are.
struct ListRun {
    const Segment& segment;
    void** buffers;
    const Arguments& arguments;
};

/// Of one worker.
class ListGraph {
  public:
    ListGraph() = default;
    ~ListGraph();
    ListGraph(const ListGraph&) = delete;
    ListGraph& operator=(const ListGraph&) = delete;

    /// Queues all tasks of the list on the stream of the worker that calls.
    /// The graph is captured where the last one does not fit, as arrays have
    /// moved; where arguments are others, it gets these.
    void run(const ListRun& its, const TaskTimes* times, std::int64_t runs,
             Loop* loop);

  private:
    using Nodes = GraphCapture::Nodes;
    /// A graph that can be launched.
    struct Executable {
        gpu::ExecutableGraph graph = nullptr;
        gpu::Graph whole = nullptr;  ///< of which it was made
        bool fits = false;  ///< it has arrays and arguments of the last run
        /// Takes the other one: is updated to it, or made of it anew.
        gpu::Status become(gpu::Graph now);
        void clear();
    };
    /// A task in a graph.
    struct Part {
        Nodes ends;                     ///< what comes after it
        gpu::GraphNode only = nullptr;  ///< its node, if it has one
    };

    /// Sees where the arrays are now and what the arguments are.
    void see(const ListRun& its);
    bool update(const ListRun& its, std::span<const std::uint32_t> changed);
    /// Queues the tasks one after the other, without a graph.
    void queue(const ListRun& its, const TaskTimes* times);
    void capture(const ListRun& its, const TaskTimes* times);
    gpu::Graph graph_of(const ListRun& its, const TaskTimes* times,
                        std::vector<gpu::GraphNode>& nodes);
    Part capture_task(GraphCapture& capture, const ListRun& its,
                      std::size_t number, const Nodes& before);
    bool capture_loop(const ListRun& its, int copies, const LoopEnd& end,
                      const void* value);
    std::int64_t run_loop(const ListRun& its, std::int64_t runs, Loop* loop);
    void launch(const Executable& graph);

    Mirrors mirrors_;

    Executable once_, loop_;
    std::vector<gpu::GraphNode> nodes_;  ///< of each task, as of Part; of once_
    LoopEnd end_;                        ///< of loop_
    const void* value_ = nullptr;        ///< that it tests
    bool has_loops_ = true;              ///< for all that is known
    /// How often a loop is to run: on the device, and what is left of that.
    std::unique_ptr<MirrorMemory> left_;
    unsigned* unneeded_ = nullptr;

    std::vector<RawBuffer> places_;  ///< of the arrays in the last run
    Arguments arguments_;            ///< of the last run
    std::vector<void*> own_;         ///< buffers of a task
    std::int64_t same_ = 0;          ///< runs since these were others
    int runs_ = 0;                   // until the first graph
    int changes_ = 0;  // that need a capture, one right after the other
};
#endif

}  // namespace tasuki::runtime::detail
