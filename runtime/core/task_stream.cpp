#include "runtime/core/task_stream.hpp"

#include <starpu.h>

#include "runtime/core/session.hpp"

namespace tasuki::runtime {

#if defined(TASUKI_HAS_GPU)
namespace {

/// Only the thread that drives a worker uses its entry.
UrgentStream& urgent() {
    UrgentStream& u = session().urgent_streams[starpu_worker_get_id_check()];
    if (u.stream != nullptr) return u;
    int least = 0, greatest = 0;
    gpu::check(TASUKI_GPU_API(DeviceGetStreamPriorityRange)(&least, &greatest),
               "priorities of streams");
    gpu::check(TASUKI_GPU_API(StreamCreateWithPriority)(
                   &u.stream, TASUKI_GPU_API(StreamNonBlocking), greatest),
               "create stream");
    gpu::check(TASUKI_GPU_API(EventCreateWithFlags)(
                   &u.queued, TASUKI_GPU_API(EventDisableTiming)),
               "create event");
    return u;
}

/// Of the CaptureStream of this thread; null: there is none.
thread_local gpu::Stream capturing = nullptr;

}  // namespace

TaskStream::TaskStream()
    : worker_{capturing != nullptr ? capturing : worker_stream()},
      stream_{worker_} {
    // None where StarPU itself clears the memory of a reduction.
    const starpu_task* task = starpu_task_get_current();
    if (capturing == nullptr && task != nullptr && task->priority > 0)
        stream_ = urgent().stream;
}

TaskStream::~TaskStream() {
    if (stream_ == worker_) return;
    const gpu::Event queued = urgent().queued;
    gpu::check(TASUKI_GPU_API(EventRecord)(queued, stream_), "record event");
    gpu::check(TASUKI_GPU_API(StreamWaitEvent)(worker_, queued, 0),
               "wait for an event");
}

CaptureStream::CaptureStream(bool is_urgent)
    : stream_{is_urgent ? urgent().stream : worker_stream()} {
    // Other threads of the process do what they like meanwhile.
    gpu::check(TASUKI_GPU_API(StreamBeginCapture)(
                   stream_, TASUKI_GPU_API(StreamCaptureModeThreadLocal)),
               "begin capture");
    capturing = stream_;
}

gpu::Graph CaptureStream::end() {
    capturing = nullptr;
    gpu::Graph graph = nullptr;
    gpu::check(TASUKI_GPU_API(StreamEndCapture)(stream_, &graph),
               "capture a task (see --replay off)");
    return graph;
}

void release_task_streams(Session& session) {
    session.gpu_clocks = {};
    for (UrgentStream& u : session.urgent_streams) {
        if (u.stream == nullptr) continue;
        gpu::check(TASUKI_GPU_API(EventDestroy)(u.queued), "destroy event");
        gpu::check(TASUKI_GPU_API(StreamDestroy)(u.stream), "destroy stream");
        u = {};
    }
}
#else
void release_task_streams(Session&) {}
#endif

}  // namespace tasuki::runtime
