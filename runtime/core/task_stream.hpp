// The GPU stream of a running task.
#pragma once

#include "runtime/gpu/gpu.hpp"

namespace tasuki::runtime {

#if defined(TASUKI_HAS_GPU)
/// Of a worker, once a task has needed it.
struct UrgentStream {
    gpu::Stream stream = nullptr;  ///< null: none has
    gpu::Event queued = nullptr;   ///< behind the last kernel
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
    ~TaskStream();
    TaskStream(const TaskStream&) = delete;
    TaskStream& operator=(const TaskStream&) = delete;
    /// For kernels of this task alone.
    gpu::Stream get() const { return stream_; }

  private:
    gpu::Stream worker_, stream_;
};

/// Until it ends, what this thread queues for tasks becomes a graph and does
/// not run.
class CaptureStream {
  public:
    /// On a GPU worker.
    /// @param urgent  of a task whose priority is above 0
    explicit CaptureStream(bool urgent);
    CaptureStream(const CaptureStream&) = delete;
    CaptureStream& operator=(const CaptureStream&) = delete;
    /// The graph, which is the caller's.
    gpu::Graph end();

  private:
    gpu::Stream stream_;
};
#endif
struct Session;

/// Frees the streams and events of TaskStream, and clocks.  Called by Context.
void release_task_streams(Session& session);

}  // namespace tasuki::runtime
