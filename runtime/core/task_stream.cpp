#include "runtime/core/task_stream.hpp"

#include <starpu.h>

#include <algorithm>
#include <utility>

#include "runtime/core/session.hpp"

namespace tasuki::runtime {

#if defined(TASUKI_HAS_GPU)
namespace {

/// The GPU of the worker that calls, as streams_on() names it.
int own_gpu() {
    return first_worker(starpu_worker_get_id_check());
}

void make(gpu::Stream& stream, int priority) {
    gpu::check(TASUKI_GPU_API(StreamCreateWithPriority)(
                   &stream, TASUKI_GPU_API(StreamNonBlocking), priority),
               "create stream");
}

GpuStreams& own_streams() {
    return streams_on(own_gpu());
}

/// What comes next on `stream` comes after what is on the other now.
/// @param queued  an event on the GPU of the other
void join(gpu::Stream stream, gpu::Stream other, gpu::Event queued) {
    if (stream == other) return;
    gpu::check(TASUKI_GPU_API(EventRecord)(queued, other), "record event");
    gpu::check(TASUKI_GPU_API(StreamWaitEvent)(stream, queued, 0),
               "wait for an event");
}

/// Of the TaskOfList or GraphCapture of this thread; null: there is none.
thread_local gpu::Stream the_one = nullptr;
/// Of the task that this thread captures; null: there is none.
thread_local GraphCapture* the_capture = nullptr;

}  // namespace

OnGpu::OnGpu(int gpu) {
    const int device = starpu_worker_get_devid(gpu);
    const int now = gpu::current_device();
    if (device == now) return;
    before_ = now;
    gpu::check(TASUKI_GPU_API(SetDevice)(device), "select device");
}

OnGpu::~OnGpu() {
    if (before_ >= 0)
        gpu::check_release(TASUKI_GPU_API(SetDevice)(before_), "select device");
}

// Only the thread that drives a worker uses its entry.
GpuStreams& streams_on(int gpu) {
    GpuStreams& its = session().streams[starpu_worker_get_id_check()][gpu];
    if (its.queued != nullptr) return its;
    const OnGpu on{gpu};
    int least = 0, greatest = 0;
    gpu::check(TASUKI_GPU_API(DeviceGetStreamPriorityRange)(&least, &greatest),
               "priorities of streams");
    its.normal = worker_stream();
    if (gpu != own_gpu()) make(its.normal, least);
    make(its.urgent, greatest);
    gpu::check(TASUKI_GPU_API(EventCreateWithFlags)(
                   &its.queued, TASUKI_GPU_API(EventDisableTiming)),
               "create event");
    return its;
}

namespace {

/// Whether StarPU gives the task memory that other tasks of its worker have,
/// too: these must not overlap.
bool has_memory_of_worker(starpu_task& task) {
    for (unsigned k = 0; k < STARPU_TASK_GET_NBUFFERS(&task); ++k) {
        const auto mode = STARPU_TASK_GET_MODE(&task, k);
        if ((mode & (STARPU_SCRATCH | STARPU_REDUX)) != 0) return true;
    }
    return false;
}

}  // namespace

TaskStream::TaskStream()
    : worker_{the_one != nullptr ? the_one : worker_stream()},
      stream_{worker_} {
    // None where StarPU itself clears the memory of a reduction.
    starpu_task* const task = starpu_task_get_current();
    if (the_one == nullptr && task != nullptr && task->priority > 0) {
        const GpuStreams& its = own_streams();
        stream_ = its.urgent;
        if (has_memory_of_worker(*task)) join(stream_, worker_, its.queued);
    }
    if (auto& times = session().kernel_times) times->begin(stream_);
}

void TaskStream::end() {
    // That of a launch which the kernel itself did not check; what it asks for
    // and is not ready is none.
    const gpu::Status status = TASUKI_GPU_API(GetLastError)();
    if (status != TASUKI_GPU_API(ErrorNotReady))
        gpu::check(status, "a launch, or another call of the kernel");
    if (auto& times = session().kernel_times) times->end(stream_);
    if (stream_ != worker_) join(worker_, stream_, own_streams().queued);
}

namespace {

gpu::Captured captured(gpu::Stream stream) {
    gpu::Captured its;
    gpu::check(gpu::captured(stream, its), "capture");
    return its;
}

}  // namespace

TaskOfList::TaskOfList(int gpu, bool is_urgent) : on_{gpu} {
    const GpuStreams& its = streams_on(gpu);
    stream_ = is_urgent ? its.urgent : its.normal;
    queued_ = its.queued;
    join(stream_, worker_stream(), own_streams().queued);
    the_one = stream_;
}

TaskOfList::~TaskOfList() {
    the_one = nullptr;
}

void TaskOfList::end() {
    the_one = nullptr;
    join(worker_stream(), stream_, queued_);
}

GraphCapture::GraphCapture() : origin_{worker_stream()} {
    // A library may still make a work space, and other threads of the process
    // do what they like.
    gpu::check(TASUKI_GPU_API(StreamBeginCapture)(
                   origin_, TASUKI_GPU_API(StreamCaptureModeRelaxed)),
               "begin capture");
    graph_ = captured(origin_).graph;
}

/// What an exception leaves is forgotten.
GraphCapture::~GraphCapture() {
    the_capture = nullptr;
    the_one = nullptr;
    if (is_finished_) return;
    gpu::Graph rest = nullptr;
    static_cast<void>(TASUKI_GPU_API(StreamEndCapture)(origin_, &rest));
    if (rest != nullptr) static_cast<void>(TASUKI_GPU_API(GraphDestroy)(rest));
    static_cast<void>(TASUKI_GPU_API(GetLastError)());
}

gpu::Stream GraphCapture::begin(int gpu, bool is_urgent, Nodes before) {
    on_ = std::make_unique<OnGpu>(gpu);
    auto found = branches_.find({gpu, is_urgent});
    if (found == branches_.end()) {
        const GpuStreams& its = streams_on(gpu);
        const Branch branch{is_urgent ? its.urgent : its.normal, its.queued};
        join(branch.stream, origin_, own_streams().queued);
        found = branches_.emplace(std::pair{gpu, is_urgent}, branch).first;
    }
    task_ = &found->second;
    uses_workspace_ = false;
    the_capture = this;
    the_one = task_->stream;
    gpu::check(gpu::capture_after(the_one, before.data(), before.size()),
               "capture after other tasks");
    return the_one;
}

GraphCapture::Nodes GraphCapture::end() {
    the_capture = nullptr;
    const gpu::Captured its = captured(std::exchange(the_one, nullptr));
    Nodes ends{its.ends, its.ends + its.count};
    if (uses_workspace_) task_->workspace = ends;
    on_ = nullptr;
    return ends;
}

bool is_capturing() noexcept {
    return the_capture != nullptr;
}

void use_workspace() {
    if (the_capture == nullptr) return;
    GraphCapture& capture = *the_capture;
    capture.uses_workspace_ = true;
    const gpu::Captured its = captured(the_one);
    GraphCapture::Nodes before{its.ends, its.ends + its.count};
    for (const auto node : capture.task_->workspace)
        if (std::ranges::count(before, node) == 0) before.push_back(node);
    gpu::check(gpu::capture_after(the_one, before.data(), before.size()),
               "capture after other tasks");
}

gpu::Graph GraphCapture::finish() {
    for (const auto& [place, branch] : branches_)
        join(origin_, branch.stream, branch.queued);
    is_finished_ = true;
    gpu::check(TASUKI_GPU_API(StreamEndCapture)(origin_, &graph_),
               "capture a list (see --capture off)");
    return graph_;
}

void release_task_streams(Session& session) {
    for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
        StreamsOfWorker& all = session.streams[worker];
        for (auto& [gpu, its] : all) {
            gpu::check_release(TASUKI_GPU_API(EventDestroy)(its.queued),
                               "destroy event");
            gpu::check_release(TASUKI_GPU_API(StreamDestroy)(its.urgent),
                               "destroy stream");
            if (gpu != first_worker(static_cast<int>(worker)))
                gpu::check_release(TASUKI_GPU_API(StreamDestroy)(its.normal),
                                   "destroy stream");
        }
        all.clear();
    }
}
#else
bool is_capturing() noexcept {
    return false;
}

void release_task_streams(Session&) {}
#endif

}  // namespace tasuki::runtime
