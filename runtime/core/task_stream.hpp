// The GPU stream of a running task.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/gpu/gpu.hpp"

namespace tasuki::runtime {

#if defined(TASUKI_HAS_GPU)
namespace detail {
class GpuClock;
}

/// What a worker has on one GPU: that of its own, or another one.
struct GpuStreams {
    gpu::Stream normal = nullptr;  ///< worker_stream() on its own GPU
    gpu::Stream urgent = nullptr;  ///< its kernels start before others
    gpu::Event queued = nullptr;   ///< behind the last kernel of a stream
    /// Null until a list is timed.
    std::shared_ptr<const detail::GpuClock> clock{};
};
/// By GPU, which is named by its first worker; made as they are needed.
using StreamsOfWorker = std::map<int, GpuStreams>;

/// Of the worker that calls.
/// @param gpu  the first worker there
GpuStreams& streams_on(int gpu);

/// While it lives, calls of this thread work on another GPU.
class OnGpu {
  public:
    /// @param gpu  the first worker there
    explicit OnGpu(int gpu);
    ~OnGpu();
    OnGpu(const OnGpu&) = delete;
    OnGpu& operator=(const OnGpu&) = delete;

  private:
    int before_ = -1;  // device; -1: it was that one
};

/// The stream of the GPU worker that calls; tasks on it run in order.
gpu::Stream worker_stream();

/// The stream on which the running task queues its kernels.  If its priority is
/// above 0, kernels of this stream start before those that wait on others;
/// StarPU's own streams have no such priority.  The worker's stream then waits
/// for this one, and so does StarPU.
class TaskStream {
  public:
    TaskStream();
    TaskStream(const TaskStream&) = delete;
    TaskStream& operator=(const TaskStream&) = delete;
    /// For kernels of this task alone.
    gpu::Stream get() const { return stream_; }
    /// The task has queued all.
    /// @throws DeviceError  a launch failed that it did not check itself
    void end();

  private:
    gpu::Stream worker_, stream_;
};

/// While it lives, this thread queues a task of a list, whose task of StarPU
/// has another priority and may have another GPU: after what is on
/// worker_stream(), and before what comes there.
class TaskOfList {
  public:
    /// @param gpu     the first worker there
    /// @param urgent  its priority is above 0
    TaskOfList(int gpu, bool urgent);
    ~TaskOfList();
    TaskOfList(const TaskOfList&) = delete;
    TaskOfList& operator=(const TaskOfList&) = delete;
    /// On which it queues.
    gpu::Stream stream() const { return stream_; }
    /// It has queued all.
    void end();

  private:
    OnGpu on_;
    gpu::Stream stream_;
    gpu::Event queued_;
};

/// Until it ends, what this thread queues for tasks becomes a graph and does
/// not run.  Each task comes after those that it is told, and has the stream
/// that it has in a list without a graph.
class GraphCapture {
  public:
    using Nodes = std::vector<gpu::GraphNode>;  ///< of graph()

    /// On a GPU worker.
    GraphCapture();
    ~GraphCapture();
    GraphCapture(const GraphCapture&) = delete;
    GraphCapture& operator=(const GraphCapture&) = delete;

    /// So far; nodes may be added to it.
    gpu::Graph graph() const { return graph_; }
    /// A task begins.
    /// @param gpu     the first worker there
    /// @param urgent  its priority is above 0
    /// @return  on which it queues
    gpu::Stream begin(int gpu, bool urgent, Nodes before);
    /// It has queued all.
    /// @return  its last nodes; without any, those before it
    Nodes end();
    /// The graph is complete, and the caller's.
    gpu::Graph finish();

  private:
    friend void use_workspace();
    struct Branch {
        gpu::Stream stream;
        gpu::Event queued;
        Nodes workspace{};  ///< last nodes of the last task that uses it
    };
    gpu::Stream origin_;
    std::map<std::pair<int, bool>, Branch> branches_;  // by GPU and urgency
    Branch* task_ = nullptr;     // that of the task between begin() and end()
    std::unique_ptr<OnGpu> on_;  // likewise
    bool uses_workspace_ = false, is_finished_ = false;
    gpu::Graph graph_ = nullptr;
};

/// A task is about to use memory that it shares with other tasks on its stream,
/// such as the work space of a library's handle.  On a stream, tasks run in
/// their order; in a graph, only such tasks would.
void use_workspace();
#endif
/// Whether this thread captures a task.
bool is_capturing() noexcept;

struct Session;

/// Frees the streams and events of TaskStream, and clocks.  Called by Context.
void release_task_streams(Session& session);

}  // namespace tasuki::runtime
