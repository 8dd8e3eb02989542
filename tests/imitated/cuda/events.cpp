#include <algorithm>

#include "tests/imitated/cuda/streams.hpp"

namespace tasuki::imitated {

CUevent_st& event_of(const Lock&, cudaEvent_t handle) {
    if (handle == nullptr || handle->destroyed)
        broken("use of an event that was destroyed");
    return *handle;
}

}  // namespace tasuki::imitated

using namespace tasuki::imitated;

namespace {

/// They stay, so that a late use is found.
std::vector<std::unique_ptr<CUevent_st>>& events() {
    static auto* const all = new std::vector<std::unique_ptr<CUevent_st>>;
    return *all;
}

/// The stream joins the capture of the event, or has joined it before.
cudaError_t wait_in_capture(CUstream_st& stream, const CUevent_st& event) {
    if (event.capture == nullptr && event.op == nullptr) return cudaSuccess;
    if (stream.capture != nullptr && stream.capture != event.capture) {
        stream.capture->invalid = true;
        return failed(event.capture == nullptr ? cudaErrorStreamCaptureIsolation
                                               : cudaErrorStreamCaptureMerge);
    }
    if (event.capture->ended) return failed(cudaErrorCapturedEvent);
    if (stream.legacy) return failed(cudaErrorStreamCaptureImplicit);
    if (stream.capture == nullptr) {
        stream.capture = event.capture;
        stream.capture->streams.push_back(&stream);
    }
    for (const auto node : event.captured)
        if (std::ranges::find(stream.captured, node) == stream.captured.end())
            stream.captured.push_back(node);
    return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* result, unsigned flags) {
    const Lock lock = Machine::instance().lock();
    *result = events()
                  .emplace_back(new CUevent_st{
                      current_device(), (flags & cudaEventDisableTiming) == 0})
                  .get();
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t* result) {
    return cudaEventCreateWithFlags(result, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t handle) {
    const Lock lock = Machine::instance().lock();
    CUevent_st& event = event_of(lock, handle);
    if (event.op != nullptr && !event.op->done)
        broken("an event is destroyed that has not happened");
    event.destroyed = true;
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t handle, cudaStream_t on) {
    const Lock lock = Machine::instance().lock();
    CUevent_st& event = event_of(lock, handle);
    CUstream_st& stream = stream_of(lock, on);
    if (event.device != stream.device)
        return failed(cudaErrorInvalidResourceHandle);
    event.capture = stream.capture;
    if (stream.capture != nullptr) {
        event.captured = stream.captured;
        return stream.capture->invalid
                   ? failed(cudaErrorStreamCaptureInvalidated)
                   : cudaSuccess;
    }
    return queue(lock, stream, {cudaGraphNodeTypeEventRecord, nullptr, handle});
}

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t of, unsigned) {
    const Lock lock = Machine::instance().lock();
    CUevent_st& event = event_of(lock, of);
    CUstream_st& stream = stream_of(lock, handle);
    if (stream.capture != nullptr || event.capture != nullptr)
        return wait_in_capture(stream, event);
    // What the stream gets from now on waits for both.
    const auto both = std::make_shared<Operation>();
    Machine::instance().link(stream.tail, both);
    Machine::instance().link(event.op, both);
    Machine::instance().release(both);
    stream.tail = both;
    return cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t handle) {
    TASUKI_FAIL_IF_BROKEN();
    const Lock lock = Machine::instance().lock();
    const CUevent_st& event = event_of(lock, handle);
    if (event.capture != nullptr) {
        event.capture->invalid = true;
        return failed(cudaErrorCapturedEvent);
    }
    if (forbidden_in_capture(lock))
        return failed(cudaErrorStreamCaptureUnsupported);
    return event.op == nullptr || event.op->done ? cudaSuccess
                                                 : cudaErrorNotReady;
}

cudaError_t cudaEventSynchronize(cudaEvent_t handle) {
    TASUKI_FAIL_IF_BROKEN();
    Lock lock = Machine::instance().lock();
    const CUevent_st& event = event_of(lock, handle);
    if (event.capture != nullptr) {
        event.capture->invalid = true;
        return failed(cudaErrorCapturedEvent);
    }
    if (forbidden_in_capture(lock))
        return failed(cudaErrorStreamCaptureUnsupported);
    const Op op = event.op;
    Machine::instance().wait(lock, op);
    return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start,
                                 cudaEvent_t end) {
    const Lock lock = Machine::instance().lock();
    const CUevent_st& first = event_of(lock, start);
    const CUevent_st& last = event_of(lock, end);
    if (!first.timing || !last.timing || first.op == nullptr ||
        last.op == nullptr)
        return failed(cudaErrorInvalidResourceHandle);
    if (!first.op->done || !last.op->done) return failed(cudaErrorNotReady);
    *ms = std::chrono::duration<float, std::milli>{last.op->ended -
                                                   first.op->ended}
              .count();
    return cudaSuccess;
}
}
