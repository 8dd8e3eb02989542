#include "tests/imitated/cuda/streams.hpp"

#include <algorithm>

namespace tasuki::imitated {

namespace {

std::vector<std::unique_ptr<CUstream_st>>& streams() {
    static auto* const all = [] {
        auto* const made = new std::vector<std::unique_ptr<CUstream_st>>;
        // The first ones are those that a null handle stands for.
        for (int device = 0; device < Machine::instance().devices(); ++device)
            made->emplace_back(new CUstream_st{device, true, true});
        return made;
    }();
    return *all;
}

cudaError_t capture_step(CUstream_st& stream, const Step& step) {
    if (stream.capture->invalid)
        return failed(cudaErrorStreamCaptureInvalidated);
    stream.captured = {stream.capture->graph->add(step, stream.captured)};
    return cudaSuccess;
}

/// Work on the legacy stream would have to wait for a blocking stream that
/// captures.
bool spoils_a_capture(const CUstream_st& stream) {
    bool spoils = false;
    if (stream.legacy)
        for (const auto& other : streams())
            if (other->device == stream.device && other->blocking &&
                other->capture != nullptr)
                spoils = other->capture->invalid = true;
    return spoils;
}

}  // namespace

CUstream_st& stream_of(const Lock&, cudaStream_t handle) {
    if (handle == cudaStreamPerThread) broken("a stream for each thread");
    if (handle == nullptr || handle == cudaStreamLegacy)
        return *streams()[current_device()];
    if (handle->destroyed) broken("use of a stream that was destroyed");
    return *handle;
}

namespace {

/// Runs the steps once more behind `begin`, and then again, or `end`.
void take_turn(const Lock& lock, const std::shared_ptr<const Steps>& steps,
               Condition& condition, const Op& begin, const Op& end) {
    auto& machine = Machine::instance();
    const auto next = std::make_shared<Operation>();
    next->work = [&, steps, end] {
        const Lock own = machine.lock();
        if (condition.now == 0) return machine.release(end);
        const auto again = std::make_shared<Operation>();
        machine.release(again);
        take_turn(own, steps, condition, again, end);
    };
    machine.link(expand(lock, *steps, begin), next);
    machine.release(next);
}

/// @return  the end of all turns
Op repeat(const std::shared_ptr<const Steps>& steps, Condition& condition,
          const Op& begin) {
    auto& machine = Machine::instance();
    const auto first = std::make_shared<Operation>();
    const auto end = std::make_shared<Operation>();
    first->work = [&, steps, end] {
        const Lock lock = machine.lock();
        condition.now = condition.at_launch;
        if (condition.now == 0) return machine.release(end);
        const auto again = std::make_shared<Operation>();
        machine.release(again);
        take_turn(lock, steps, condition, again, end);
    };
    machine.link(begin, first);
    machine.release(first);
    return end;
}

}  // namespace

Op expand(const Lock& lock, const Step& step, const Op& begin) {
    auto& machine = Machine::instance();
    if (step.repeats != nullptr)
        return repeat(step.child, *step.repeats, begin);
    if (step.child != nullptr) return expand(lock, *step.child, begin);
    const auto op = std::make_shared<Operation>();
    op->work = step.work;
    op->may_run = step.may_run;
    machine.link(begin, op);
    machine.release(op);
    if (step.event != nullptr) event_of(lock, step.event).op = op;
    return op;
}

cudaError_t queue(const Lock& lock, CUstream_st& stream, const Step& step) {
    if (stream.capture != nullptr) return capture_step(stream, step);
    if (spoils_a_capture(stream)) return failed(cudaErrorStreamCaptureImplicit);
    auto& machine = Machine::instance();
    const auto begin = std::make_shared<Operation>();
    machine.link(stream.tail, begin);
    if (stream.blocking)
        for (const auto& other : streams())
            if (other->device == stream.device && other->blocking &&
                (stream.legacy || other->legacy))
                machine.link(other->tail, begin);
    static auto& last = *new Op;
    if (machine.has_one_queue()) machine.link(last, begin);
    machine.release(begin);
    last = stream.tail = expand(lock, step, begin);
    return cudaSuccess;
}

void wait_for_device(Lock& lock, int device) {
    // By number: others may make streams in the meantime.
    for (std::size_t k = 0; k < streams().size(); ++k)
        if (streams()[k]->device == device) {
            const Op tail = streams()[k]->tail;
            Machine::instance().wait(lock, tail);
        }
}

bool forbidden_in_capture(const Lock&) {
    bool forbidden = false;
    for (const auto& stream : streams()) {
        const auto& capture = stream->capture;
        if (capture == nullptr || capture->mode == cudaStreamCaptureModeRelaxed)
            continue;
        if (capture->mode == cudaStreamCaptureModeThreadLocal &&
            capture->thread != std::this_thread::get_id())
            continue;
        forbidden = capture->invalid = true;
    }
    return forbidden;
}

void forget_streams(const Lock&, int device) {
    for (const auto& stream : streams())
        if (stream->device == device && !stream->legacy)
            stream->destroyed = true;
}

}  // namespace tasuki::imitated

using namespace tasuki::imitated;

extern "C" {

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* result, unsigned flags,
                                         int priority) {
    const Lock lock = Machine::instance().lock();
    *result = streams()
                  .emplace_back(new CUstream_st{
                      current_device(), (flags & cudaStreamNonBlocking) == 0,
                      false, priority})
                  .get();
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* result, unsigned flags) {
    return cudaStreamCreateWithPriority(result, flags, 0);
}

cudaError_t cudaStreamCreate(cudaStream_t* result) {
    return cudaStreamCreateWithPriority(result, cudaStreamDefault, 0);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    *least = 0;
    *greatest = -5;
    return cudaSuccess;
}

cudaError_t cudaStreamGetPriority(cudaStream_t handle, int* priority) {
    const Lock lock = Machine::instance().lock();
    *priority = stream_of(lock, handle).priority;
    return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t handle) {
    const Lock lock = Machine::instance().lock();
    CUstream_st& stream = stream_of(lock, handle);
    if (stream.capture != nullptr) broken("a stream is destroyed in a capture");
    if (stream.tail != nullptr && !stream.tail->done)
        broken("a stream is destroyed that has work");
    stream.destroyed = true;
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
    TASUKI_FAIL_IF_BROKEN();
    Lock lock = Machine::instance().lock();
    CUstream_st& stream = stream_of(lock, handle);
    if (stream.capture != nullptr) stream.capture->invalid = true;
    if (forbidden_in_capture(lock) || stream.capture != nullptr)
        return failed(cudaErrorStreamCaptureUnsupported);
    const Op tail = stream.tail;
    Machine::instance().wait(lock, tail);
    return cudaSuccess;
}

cudaError_t cudaStreamQuery(cudaStream_t handle) {
    const Lock lock = Machine::instance().lock();
    CUstream_st& stream = stream_of(lock, handle);
    if (stream.capture != nullptr) stream.capture->invalid = true;
    if (forbidden_in_capture(lock) || stream.capture != nullptr)
        return failed(cudaErrorStreamCaptureUnsupported);
    return stream.tail == nullptr || stream.tail->done ? cudaSuccess
                                                       : cudaErrorNotReady;
}

cudaError_t cudaDeviceSynchronize() {
    Lock lock = Machine::instance().lock();
    if (forbidden_in_capture(lock))
        return failed(cudaErrorStreamCaptureUnsupported);
    wait_for_device(lock, current_device());
    return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t handle, cudaHostFn_t call,
                               void* with) {
    TASUKI_FAIL_IF_BROKEN();
    const Lock lock = Machine::instance().lock();
    CUstream_st& stream = stream_of(lock, handle);
    if (stream.device != current_device())
        broken("a launch on a stream of another device than the current one");
    return queue(lock, stream,
                 {cudaGraphNodeTypeHost, [call, with] { call(with); }});
}
}
