#include <cstring>

#include "tests/imitated/cuda/memory.hpp"
#include "tests/imitated/cuda/streams.hpp"

using namespace tasuki::imitated;

namespace {

const void* at(const cudaPitchedPtr& p, const cudaPos& pos) {
    return static_cast<const char*>(p.ptr) + pos.x + pos.y * p.pitch +
           pos.z * p.pitch * p.ysize;
}

/// As CUDA does: memory of the host that is not pinned is read before the call
/// returns, and written too.
cudaError_t queue_copy(const Copy& copy, cudaMemcpyKind kind,
                       cudaStream_t handle) {
    TASUKI_FAIL_IF_BROKEN();
    Lock lock = Machine::instance().lock();
    CUstream_st& stream = stream_of(lock, handle);
    check_copy(lock, copy, kind);
    const auto result = queue(
        lock, stream,
        {cudaGraphNodeTypeMemcpy, [copy, kind] { run_copy(copy, kind); }});
    const auto pageable = [&lock](const void* memory) {
        return device_of(lock, memory, 0) < 0 && !is_pinned(lock, memory);
    };
    if (result == cudaSuccess && stream.capture == nullptr &&
        (pageable(copy.to) || pageable(copy.from))) {
        const Op tail = stream.tail;
        Machine::instance().wait(lock, tail);
    }
    return result;
}

/// Waits, unless both are on a device.
cudaError_t copy_now(const Copy& copy, cudaMemcpyKind kind) {
    TASUKI_FAIL_IF_BROKEN();
    Lock lock = Machine::instance().lock();
    if (forbidden_in_capture(lock))
        return failed(cudaErrorStreamCaptureUnsupported);
    check_copy(lock, copy, kind);
    CUstream_st& stream = stream_of(lock, nullptr);
    const auto result = queue(
        lock, stream,
        {cudaGraphNodeTypeMemcpy, [copy, kind] { run_copy(copy, kind); }});
    const bool inside =
        device_of(lock, copy.to, 0) >= 0 && device_of(lock, copy.from, 0) >= 0;
    if (result != cudaSuccess || inside) return result;
    const Op tail = stream.tail;
    Machine::instance().wait(lock, tail);
    return cudaSuccess;
}

Copy rows(void* to, std::size_t to_pitch, const void* from,
          std::size_t from_pitch, std::size_t width, std::size_t height) {
    return {to, from, width, height, 1, to_pitch, from_pitch};
}

Copy box(const cudaMemcpy3DPeerParms& p) {
    return {const_cast<void*>(at(p.dstPtr, p.dstPos)),
            at(p.srcPtr, p.srcPos),
            p.extent.width,
            p.extent.height,
            p.extent.depth,
            p.dstPtr.pitch,
            p.srcPtr.pitch,
            p.dstPtr.pitch * p.dstPtr.ysize,
            p.srcPtr.pitch * p.srcPtr.ysize};
}

void check_peers(const Copy& copy, int to, int from) {
    const Lock lock = Machine::instance().lock();
    if (device_of(lock, copy.to, 0) != to ||
        device_of(lock, copy.from, 0) != from)
        broken("a copy between devices of memory of another one");
}

cudaError_t queue_fill(void* to, std::size_t pitch, int value,
                       std::size_t width, std::size_t height,
                       cudaStream_t handle) {
    const Lock lock = Machine::instance().lock();
    return queue(lock, stream_of(lock, handle),
                 {cudaGraphNodeTypeMemset,
                  [=] { run_fill(to, pitch, value, width, height); }});
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes,
                       cudaMemcpyKind kind) {
    return copy_now({to, from, bytes}, kind);
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes,
                            cudaMemcpyKind kind, cudaStream_t stream) {
    return queue_copy({to, from, bytes}, kind, stream);
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from,
                         std::size_t from_pitch, std::size_t width,
                         std::size_t height, cudaMemcpyKind kind) {
    return copy_now(rows(to, to_pitch, from, from_pitch, width, height), kind);
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                              std::size_t from_pitch, std::size_t width,
                              std::size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
    return queue_copy(rows(to, to_pitch, from, from_pitch, width, height), kind,
                      stream);
}

cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from,
                           int from_device, std::size_t bytes) {
    check_peers({to, from, bytes}, to_device, from_device);
    return copy_now({to, from, bytes}, cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from,
                                int from_device, std::size_t bytes,
                                cudaStream_t stream) {
    check_peers({to, from, bytes}, to_device, from_device);
    return queue_copy({to, from, bytes}, cudaMemcpyDeviceToDevice, stream);
}

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* p) {
    check_peers(box(*p), p->dstDevice, p->srcDevice);
    return copy_now(box(*p), cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* p,
                                  cudaStream_t stream) {
    check_peers(box(*p), p->dstDevice, p->srcDevice);
    return queue_copy(box(*p), cudaMemcpyDeviceToDevice, stream);
}

cudaError_t cudaMemset(void* to, int value, std::size_t bytes) {
    {
        const Lock lock = Machine::instance().lock();
        if (forbidden_in_capture(lock))
            return failed(cudaErrorStreamCaptureUnsupported);
    }
    return queue_fill(to, bytes, value, bytes, 1, nullptr);
}

cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes,
                            cudaStream_t stream) {
    return queue_fill(to, bytes, value, bytes, 1, stream);
}

cudaError_t cudaMemset2DAsync(void* to, std::size_t pitch, int value,
                              std::size_t width, std::size_t height,
                              cudaStream_t stream) {
    return queue_fill(to, pitch, value, width, height, stream);
}
}
