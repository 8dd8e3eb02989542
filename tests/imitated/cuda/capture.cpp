#include <algorithm>
#include <set>

#include "tests/imitated/cuda/streams.hpp"

using namespace tasuki::imitated;

namespace {

/// Those nodes and all before them.
std::set<cudaGraphNode_t> with_ancestors(std::vector<cudaGraphNode_t> nodes) {
    std::set<cudaGraphNode_t> found;
    while (!nodes.empty()) {
        const auto node = nodes.back();
        nodes.pop_back();
        if (found.insert(node).second)
            nodes.insert(nodes.end(), node->after.begin(), node->after.end());
    }
    return found;
}

/// Whether the origin has waited for all that the other streams have.
bool all_joined(const Capture& capture) {
    const auto joined = with_ancestors(capture.origin->captured);
    return std::ranges::all_of(capture.streams, [&](cudaStream_t stream) {
        return std::ranges::all_of(stream->captured, [&](cudaGraphNode_t node) {
            return joined.contains(node);
        });
    });
}

}  // namespace

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t handle,
                                   cudaStreamCaptureMode mode) {
    const Lock lock = Machine::instance().lock();
    CUstream_st& stream = stream_of(lock, handle);
    if (stream.legacy) return failed(cudaErrorStreamCaptureUnsupported);
    if (stream.capture != nullptr) {
        stream.capture->invalid = true;
        return failed(cudaErrorIllegalState);
    }
    static unsigned long long captures = 0;
    cudaGraph_t graph = nullptr;
    cudaGraphCreate(&graph, 0);
    stream.capture = std::make_shared<Capture>(
        Capture{graph, &stream, mode, std::this_thread::get_id(), ++captures});
    stream.capture->streams.push_back(&stream);
    stream.captured.clear();
    return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* graph) {
    const Lock lock = Machine::instance().lock();
    CUstream_st& stream = stream_of(lock, handle);
    *graph = nullptr;
    const auto capture = stream.capture;
    if (capture == nullptr) return failed(cudaErrorIllegalState);
    if (capture->mode != cudaStreamCaptureModeRelaxed &&
        capture->thread != std::this_thread::get_id())
        return failed(cudaErrorStreamCaptureWrongThread);
    if (capture->origin != &stream) {
        capture->invalid = true;
        return failed(cudaErrorStreamCaptureUnmatched);
    }
    const bool joined = all_joined(*capture);
    capture->ended = true;
    for (const auto member : capture->streams) {
        member->capture = nullptr;
        member->captured.clear();
    }
    if (capture->invalid) return failed(cudaErrorStreamCaptureInvalidated);
    if (!joined) return failed(cudaErrorStreamCaptureUnjoined);
    *graph = capture->graph;
    return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t handle,
                                  cudaStreamCaptureStatus* status) {
    return cudaStreamGetCaptureInfo(handle, status, nullptr, nullptr, nullptr,
                                    nullptr, nullptr);
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t handle,
                                     cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** dependencies,
                                     const cudaGraphEdgeData** edges,
                                     std::size_t* count) {
    const Lock lock = Machine::instance().lock();
    const CUstream_st& stream = stream_of(lock, handle);
    const auto& capture = stream.capture;
    *status = capture == nullptr ? cudaStreamCaptureStatusNone
              : capture->invalid ? cudaStreamCaptureStatusInvalidated
                                 : cudaStreamCaptureStatusActive;
    if (*status != cudaStreamCaptureStatusActive) return cudaSuccess;
    if (id != nullptr) *id = capture->id;
    if (graph != nullptr) *graph = capture->graph;
    if (dependencies != nullptr) *dependencies = stream.captured.data();
    if (edges != nullptr) *edges = nullptr;
    if (count != nullptr) *count = stream.captured.size();
    return cudaSuccess;
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t handle,
                                                cudaGraphNode_t* nodes,
                                                const cudaGraphEdgeData*,
                                                std::size_t count,
                                                unsigned flags) {
    const Lock lock = Machine::instance().lock();
    CUstream_st& stream = stream_of(lock, handle);
    if (stream.capture == nullptr) return failed(cudaErrorIllegalState);
    for (std::size_t k = 0; k < count; ++k)
        if (nodes[k]->graph != stream.capture->graph)
            return failed(cudaErrorInvalidValue);
    if (flags == cudaStreamSetCaptureDependencies) stream.captured.clear();
    stream.captured.insert(stream.captured.end(), nodes, nodes + count);
    return cudaSuccess;
}
}
