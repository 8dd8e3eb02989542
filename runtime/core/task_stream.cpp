#include "runtime/core/task_stream.hpp"

#include <starpu.h>

#include <algorithm>
#include <utility>

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

/// What comes next on `stream` comes after what is on the other now.
void join(gpu::Stream stream, gpu::Stream other) {
    const gpu::Event event = urgent().queued;
    gpu::check(TASUKI_GPU_API(EventRecord)(event, other), "record event");
    gpu::check(TASUKI_GPU_API(StreamWaitEvent)(stream, event, 0),
               "wait for an event");
}

/// Of the TaskOfList or Capture of this thread; null: there is none.
thread_local gpu::Stream the_one = nullptr;
/// Of the task that this thread captures; null: there is none.
thread_local Capture* the_capture = nullptr;

}  // namespace

TaskStream::TaskStream()
    : worker_{the_one != nullptr ? the_one : worker_stream()},
      stream_{worker_} {
    // None where StarPU itself clears the memory of a reduction.
    const starpu_task* task = starpu_task_get_current();
    if (the_one == nullptr && task != nullptr && task->priority > 0)
        stream_ = urgent().stream;
}

TaskStream::~TaskStream() {
    if (stream_ != worker_) join(worker_, stream_);
}

namespace {

gpu::Captured captured(gpu::Stream stream) {
    gpu::Captured its;
    gpu::check(gpu::captured(stream, its), "capture");
    return its;
}

}  // namespace

TaskOfList::TaskOfList(bool is_urgent) {
    the_one = is_urgent ? urgent().stream : worker_stream();
    if (is_urgent) join(the_one, worker_stream());
}

TaskOfList::~TaskOfList() {
    const gpu::Stream used = std::exchange(the_one, nullptr);
    if (used != worker_stream()) join(worker_stream(), used);
}

Capture::Capture() : normal_{worker_stream()}, urgent_{urgent().stream} {
    // A library may still make a work space, and other threads of the process
    // do what they like.
    gpu::check(TASUKI_GPU_API(StreamBeginCapture)(
                   normal_.stream, TASUKI_GPU_API(StreamCaptureModeRelaxed)),
               "begin capture");
    join(urgent_.stream, normal_.stream);
    graph_ = captured(normal_.stream).graph;
}

void Capture::begin(bool is_urgent, Nodes before) {
    task_ = is_urgent ? &urgent_ : &normal_;
    uses_workspace_ = false;
    the_capture = this;
    the_one = task_->stream;
    gpu::check(gpu::capture_after(the_one, before.data(), before.size()),
               "capture after other tasks");
}

Capture::Nodes Capture::end() {
    the_capture = nullptr;
    const gpu::Captured its = captured(std::exchange(the_one, nullptr));
    Nodes ends{its.ends, its.ends + its.count};
    if (uses_workspace_) task_->workspace = ends;
    return ends;
}

bool is_capturing() noexcept {
    return the_capture != nullptr;
}

void use_workspace() {
    if (the_capture == nullptr) return;
    Capture& capture = *the_capture;
    capture.uses_workspace_ = true;
    const gpu::Captured its = captured(the_one);
    Capture::Nodes before{its.ends, its.ends + its.count};
    for (const auto node : capture.task_->workspace)
        if (std::ranges::count(before, node) == 0) before.push_back(node);
    gpu::check(gpu::capture_after(the_one, before.data(), before.size()),
               "capture after other tasks");
}

gpu::Graph Capture::finish() {
    join(normal_.stream, urgent_.stream);
    gpu::check(TASUKI_GPU_API(StreamEndCapture)(normal_.stream, &graph_),
               "capture a list (see --replay off)");
    return graph_;
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
bool is_capturing() noexcept {
    return false;
}

void release_task_streams(Session&) {}
#endif

}  // namespace tasuki::runtime
