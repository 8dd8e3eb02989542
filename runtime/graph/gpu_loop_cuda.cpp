// Loops of CUDA: a conditional node of a graph, which repeats the graph in it.
#include "runtime/graph/loop_end.hpp"

namespace tasuki::runtime::detail {

namespace {

struct Always {
    TASUKI_HD bool operator()(const char&) const { return true; }
};

}  // namespace

const LoopEnd& end_of_count() {
    static const LoopEnd end = loop_end<char>(Always{});
    return end;
}

bool has_loops() {
    int driver = 0;
    gpu::check(cudaDriverGetVersion(&driver), "version of the driver");
    return CUDART_VERSION >= 12040 && driver >= 12040;
}

#if CUDART_VERSION >= 12040
namespace {

/// Adds a loop to a graph.
/// @return  what it repeats, still empty; null: there are none
cudaGraph_t add_loop(cudaGraph_t graph, gpu::LoopHandle& handle) noexcept {
    cudaGraphNodeParams its{};
    its.type = cudaGraphNodeTypeConditional;
    if (cudaGraphConditionalHandleCreate(&its.conditional.handle, graph, 1,
                                         cudaGraphCondAssignDefault) !=
        cudaSuccess)
        return nullptr;
    its.conditional.type = cudaGraphCondTypeWhile;
    its.conditional.size = 1;
    handle = its.conditional.handle;
    cudaGraphNode_t node = nullptr;
#if CUDART_VERSION >= 13000
    const auto added =
        cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &its);
#else
    const auto added = cudaGraphAddNode(&node, graph, nullptr, 0, &its);
#endif
    return added == cudaSuccess ? its.conditional.phGraph_out[0] : nullptr;
}

/// @return  whether the toolkit has taken all
bool fill(cudaGraph_t body, cudaGraph_t run, int copies, const LoopEnd& end,
          void** arguments) noexcept {
    cudaGraphNode_t last = nullptr;
    for (int k = 0; k < copies; ++k) {
        cudaGraphNode_t next = nullptr;
        if (cudaGraphAddChildGraphNode(&next, body, &last, k == 0 ? 0 : 1,
                                       run) != cudaSuccess)
            return false;
        last = next;
    }
    cudaKernelNodeParams its{};
    its.func = const_cast<void*>(end.kernel);
    its.gridDim = its.blockDim = dim3{1, 1, 1};
    its.kernelParams = arguments;
    return cudaGraphAddKernelNode(&last, body, &last, 1, &its) == cudaSuccess;
}

}  // namespace

gpu::Graph make_loop(gpu::Graph run, int copies, const LoopEnd& end,
                     unsigned* left, const void* value) {
    cudaGraph_t graph = nullptr;
    gpu::check(cudaGraphCreate(&graph, 0), "create graph");
    gpu::LoopHandle handle{};
    auto test = end.test;
    void* arguments[] = {&handle, &left, &value, test.data()};
    const cudaGraph_t body = add_loop(graph, handle);
    if (body != nullptr && fill(body, run, copies, end, arguments))
        return graph;
    static_cast<void>(cudaGetLastError());
    gpu::check(cudaGraphDestroy(graph), "destroy graph");
    return nullptr;
}
#else
gpu::Graph make_loop(gpu::Graph, int, const LoopEnd&, unsigned*, const void*) {
    return nullptr;
}
#endif

}  // namespace tasuki::runtime::detail
