#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "tests/imitated/cuda/streams.hpp"

/// What was instantiated, and the last launch of it.
struct CUgraphExec_st {
    std::shared_ptr<const tasuki::imitated::Steps> steps;
    cudaGraph_t graph;
    tasuki::imitated::Op last{};
    bool destroyed = false;
};

namespace tasuki::imitated {

Steps content(const CUgraph_st& graph) {
    std::map<cudaGraphNode_t, std::size_t> numbers;
    for (const auto& node : graph.nodes)
        numbers.emplace(node.get(), numbers.size());
    Steps steps;
    for (const auto& node : graph.nodes) {
        steps.steps.push_back(node->step);
        if (const auto body = node->step.body)
            steps.steps.back().child =
                std::make_shared<const Steps>(content(*body));
        auto& after = steps.after.emplace_back();
        for (const auto before : node->after)
            after.push_back(numbers.at(before));
    }
    return steps;
}

Op expand(const Lock& lock, const Steps& steps, const Op& begin) {
    auto& machine = Machine::instance();
    // Of each step a beginning, which others can be linked to before it runs.
    std::vector<Op> begins, ends;
    for (std::size_t k = 0; k < steps.steps.size(); ++k) {
        begins.push_back(std::make_shared<Operation>());
        machine.link(begin, begins[k]);
        ends.push_back(expand(lock, steps.steps[k], begins[k]));
    }
    const auto end = std::make_shared<Operation>();
    machine.link(begin, end);
    for (std::size_t k = 0; k < ends.size(); ++k) {
        for (const std::size_t before : steps.after[k])
            machine.link(ends[before], begins[k]);
        machine.link(ends[k], end);
    }
    // As if the device had one queue, in whatever order the graph allows.
    if (machine.is_serial())
        for (const auto& [before, k] : machine.order(steps.after))
            machine.link(ends[before], begins[k]);
    for (const Op& op : begins) machine.release(op);
    machine.release(end);
    return end;
}

}  // namespace tasuki::imitated

using namespace tasuki::imitated;

namespace {

template <class T>
T* keep(T* made) {
    static std::mutex mutex;
    static auto* const all = new std::vector<std::unique_ptr<T>>;
    const std::lock_guard lock{mutex};
    return all->emplace_back(made).get();
}

CUgraph_st& graph_of(cudaGraph_t handle) {
    if (handle == nullptr || handle->destroyed)
        broken("use of a graph that was destroyed");
    return *handle;
}

CUgraphExec_st& exec_of(cudaGraphExec_t handle) {
    if (handle == nullptr || handle->destroyed)
        broken("use of an executable graph that was destroyed");
    return *handle;
}

/// Whether only parameters of nodes differ.
bool same_shape(const Steps& a, const Steps& b) {
    if (a.after != b.after) return false;
    for (std::size_t k = 0; k < a.steps.size(); ++k) {
        const Step &x = a.steps[k], &y = b.steps[k];
        if (x.type != y.type) return false;
        if (x.child != nullptr && !same_shape(*x.child, *y.child)) return false;
    }
    return true;
}

/// Host functions stand for kernels here.
bool may_be_repeated(const Steps& body) {
    static constexpr std::array kTypes = {
        cudaGraphNodeTypeKernel, cudaGraphNodeTypeHost, cudaGraphNodeTypeMemcpy,
        cudaGraphNodeTypeMemset, cudaGraphNodeTypeEmpty};
    return std::ranges::all_of(body.steps, [](const Step& step) {
        if (step.child != nullptr) return may_be_repeated(*step.child);
        return !step.may_run && std::ranges::count(kTypes, step.type) > 0;
    });
}

cudaError_t add(cudaGraphNode_t* result, cudaGraph_t handle,
                const cudaGraphNode_t* after, std::size_t count, Step step) {
    CUgraph_st& graph = graph_of(handle);
    for (std::size_t k = 0; k < count; ++k)
        if (after[k]->graph != handle) return failed(cudaErrorInvalidValue);
    *result = graph.add(std::move(step), {after, after + count});
    return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* result, unsigned) {
    *result = keep(new CUgraph_st);
    return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t handle) {
    const Lock lock = Machine::instance().lock();
    graph_of(handle).destroyed = true;
    return cudaSuccess;
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* result,
                                        cudaGraph_t handle,
                                        const cudaGraphNode_t* after,
                                        std::size_t count, cudaEvent_t event) {
    const Lock lock = Machine::instance().lock();
    return add(result, handle, after, count,
               {cudaGraphNodeTypeEventRecord, nullptr, event});
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* result,
                                       cudaGraph_t handle,
                                       const cudaGraphNode_t* after,
                                       std::size_t count, cudaGraph_t child) {
    const Lock lock = Machine::instance().lock();
    return add(result, handle, after, count,
               {cudaGraphNodeTypeGraph, nullptr, nullptr,
                std::make_shared<const Steps>(content(graph_of(child)))});
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* result, cudaGraph_t handle,
                                   const cudaGraphNode_t* after,
                                   std::size_t count,
                                   const cudaKernelNodeParams* kernel) {
    const Lock lock = Machine::instance().lock();
    return add(result, handle, after, count,
               {cudaGraphNodeTypeKernel, end_of_run(*kernel)});
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* result,
                                             cudaGraph_t graph, unsigned value,
                                             unsigned flags) {
    const Lock lock = Machine::instance().lock();
    graph_of(graph);
    if (!Machine::has_loops()) return failed(cudaErrorNotSupported);
    if (flags != cudaGraphCondAssignDefault)
        broken("a condition that keeps its value from launch to launch");
    *result = reinterpret_cast<cudaGraphConditionalHandle>(
        keep(new Condition{value, value}));
    return cudaSuccess;
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t* result, cudaGraph_t handle,
                             const cudaGraphNode_t* after,
                             const cudaGraphEdgeData*, std::size_t count,
                             cudaGraphNodeParams* its) {
    const Lock lock = Machine::instance().lock();
    if (its->type != cudaGraphNodeTypeConditional ||
        its->conditional.type != cudaGraphCondTypeWhile)
        broken("cudaGraphAddNode of what is no loop");
    static auto& bodies = *new std::deque<cudaGraph_t>;
    bodies.push_back(keep(new CUgraph_st));
    its->conditional.phGraph_out = &bodies.back();
    Step step{cudaGraphNodeTypeConditional};
    step.repeats = reinterpret_cast<Condition*>(its->conditional.handle);
    step.body = bodies.back();
    return add(result, handle, after, count, std::move(step));
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes,
                              std::size_t* count) {
    const Lock lock = Machine::instance().lock();
    if (nodes != nullptr) broken("cudaGraphGetNodes that does not only count");
    *count = graph_of(graph).nodes.size();
    return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node,
                                         cudaKernelNodeParams* its) {
    const Lock lock = Machine::instance().lock();
    graph_of(node->graph);
    if (node->step.type != cudaGraphNodeTypeHost)
        return failed(cudaErrorInvalidDeviceFunction);
    *its = {};
    its->kernelParams = reinterpret_cast<void**>(&node->step);
    return cudaSuccess;
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t handle,
                                             cudaGraphNode_t node,
                                             const cudaKernelNodeParams* its) {
    const Lock lock = Machine::instance().lock();
    CUgraphExec_st& exec = exec_of(handle);
    const auto& nodes = graph_of(exec.graph).nodes;
    const auto found =
        std::ranges::find(nodes, node, &std::unique_ptr<CUgraphNode_st>::get);
    if (found == nodes.end())
        broken("an update of a node that the executable graph was not made of");
    if (node->step.type != cudaGraphNodeTypeHost)
        return failed(cudaErrorInvalidDeviceFunction);
    auto steps = std::make_shared<Steps>(*exec.steps);
    steps->steps[found - nodes.begin()].work =
        reinterpret_cast<const Step*>(its->kernelParams)->work;
    exec.steps = std::move(steps);
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* result, cudaGraph_t graph,
                                 unsigned long long) {
    const Lock lock = Machine::instance().lock();
    const auto steps = std::make_shared<const Steps>(content(graph_of(graph)));
    if (std::ranges::any_of(steps->steps, [](const Step& step) {
            return step.repeats != nullptr && !may_be_repeated(*step.child);
        }))
        return failed(cudaErrorNotSupported);
    *result = keep(new CUgraphExec_st{steps, graph});
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* result,
                                          cudaGraph_t graph,
                                          unsigned long long flags) {
    return cudaGraphInstantiate(result, graph, flags);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t handle, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* info) {
    const Lock lock = Machine::instance().lock();
    CUgraphExec_st& exec = exec_of(handle);
    auto steps = std::make_shared<const Steps>(content(graph_of(graph)));
    const bool same = same_shape(*exec.steps, *steps);
    *info = {};
    info->result = same ? cudaGraphExecUpdateSuccess
                        : cudaGraphExecUpdateErrorTopologyChanged;
    if (!same) return failed(cudaErrorGraphExecUpdateFailure);
    exec.steps = std::move(steps);  // launches before keep theirs
    return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t handle) {
    const Lock lock = Machine::instance().lock();
    exec_of(handle).destroyed = true;
    return cudaSuccess;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t handle, cudaStream_t on) {
    TASUKI_FAIL_IF_BROKEN();
    const Lock lock = Machine::instance().lock();
    CUgraphExec_st& exec = exec_of(handle);
    CUstream_st& stream = stream_of(lock, on);
    if (stream.capture == nullptr) {
        // Launches of one executable graph do not overlap.
        const auto alone = std::make_shared<Operation>();
        Machine::instance().link(stream.tail, alone);
        Machine::instance().link(exec.last, alone);
        Machine::instance().release(alone);
        stream.tail = alone;
    }
    const auto result = queue(
        lock, stream, {cudaGraphNodeTypeGraph, nullptr, nullptr, exec.steps});
    if (stream.capture == nullptr) exec.last = stream.tail;
    return result;
}
}
