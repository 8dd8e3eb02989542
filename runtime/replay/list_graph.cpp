#include "runtime/replay/list_graph.hpp"

#if defined(TASUKI_HAS_GPU)

#include <cstring>

#include "runtime/core/session.hpp"

namespace tasuki::runtime::detail {

namespace {

/// What a kernel needs only once (a plan, a handle of a library) it makes in
/// its first run, and a capture forbids most of that.
constexpr int kRunsBefore = 1;

/// A list whose arguments are others each time is not worth a capture.
constexpr int kMostChanges = 4;

void append(std::vector<std::byte>& key, const void* data, std::size_t size) {
    const auto* const bytes = static_cast<const std::byte*>(data);
    key.insert(key.end(), bytes, bytes + size);
}

/// All that a capture depends on.  Gaps in the arguments may differ for no
/// reason: the graph is then captured again, which is right too.
std::vector<std::byte> key_of(const Segment& segment, void* buffers[],
                              const std::byte* arguments) {
    std::vector<std::byte> key;
    for (std::size_t k = 0; k < segment.buffers.size(); ++k) {
        const RawBuffer raw = raw_buffer(buffers[k]);
        append(key, &raw, sizeof raw);
    }
    for (const auto& task : segment.tasks)
        append(key, arguments + task.arguments, task.size);
    return key;
}

/// The work that one task queues.
class TaskGraph {
  public:
    TaskGraph(const Segment::Task& task, void* buffers[], std::byte* packed) {
        CaptureStream stream{task.priority > 0};
        task.kernel->gpu(buffers, packed);
        graph_ = stream.end();
    }
    ~TaskGraph() {
        gpu::check(TASUKI_GPU_API(GraphDestroy)(graph_), "destroy graph");
    }
    TaskGraph(const TaskGraph&) = delete;
    TaskGraph& operator=(const TaskGraph&) = delete;
    gpu::Graph get() const { return graph_; }
    bool is_empty() const {
        std::size_t nodes = 0;
        gpu::check(TASUKI_GPU_API(GraphGetNodes)(graph_, nullptr, &nodes),
                   "nodes of a graph");
        return nodes == 0;
    }

  private:
    gpu::Graph graph_ = nullptr;
};

using Nodes = std::vector<gpu::GraphNode>;

gpu::GraphNode add_task(gpu::Graph whole, const Nodes& before,
                        const TaskGraph& task) {
    gpu::GraphNode node = nullptr;
    if (task.is_empty()) {
        gpu::check(TASUKI_GPU_API(GraphAddEmptyNode)(
                       &node, whole, before.data(), before.size()),
                   "add to graph");
        return node;
    }
    gpu::check(TASUKI_GPU_API(GraphAddChildGraphNode)(
                   &node, whole, before.data(), before.size(), task.get()),
               "add to graph");
    return node;
}

gpu::GraphNode add_event(gpu::Graph whole, const Nodes& before,
                         gpu::Event event) {
    gpu::GraphNode node = nullptr;
    gpu::check(TASUKI_GPU_API(GraphAddEventRecordNode)(
                   &node, whole, before.data(), before.size(), event),
               "add to graph");
    return node;
}

/// A graph of nodes that are the graphs of the tasks.
gpu::Graph graph_of(const Segment& segment, void* buffers[],
                    std::byte* arguments, const TaskTimes* times) {
    gpu::Graph whole = nullptr;
    gpu::check(TASUKI_GPU_API(GraphCreate)(&whole, 0), "create graph");
    Nodes last;  // of each task
    std::vector<void*> own;
    for (std::size_t k = 0; k < segment.tasks.size(); ++k) {
        const auto& task = segment.tasks[k];
        buffers_of(task, buffers, own);
        const TaskGraph part{task, own.data(), arguments + task.arguments};
        Nodes before;
        for (const auto number : task.after) before.push_back(last[number]);
        if (times != nullptr)
            before = {add_event(whole, before, times->before(k))};
        last.push_back(add_task(whole, before, part));
        if (times != nullptr)
            last.back() = add_event(whole, {last.back()}, times->after(k));
    }
    return whole;
}

void record(gpu::Event event) {
    gpu::check(TASUKI_GPU_API(EventRecord)(event, worker_stream()),
               "record event");
}

}  // namespace

ListGraph::~ListGraph() {
    if (graph_ != nullptr)
        gpu::check(TASUKI_GPU_API(GraphExecDestroy)(graph_), "destroy graph");
}

void ListGraph::run(const Segment& segment, void* buffers[],
                    std::byte* arguments, const TaskTimes* times) {
    GraphCounts& counts = session().graphs;
    // The header of a task has times, which are put there as it is queued.
    auto key = key_of(segment, buffers, arguments);
    if (key == key_) {
        changes_ = 0;
    } else {
        ++changes_;
        fits_ = false;
        key_ = std::move(key);
    }
    if (runs_ < kRunsBefore || changes_ > kMostChanges) {
        ++runs_;
        ++counts.queued;
        return queue(segment, buffers, arguments, times);
    }
    if (!fits_ || times != nullptr) capture(segment, buffers, arguments, times);
    fits_ = times == nullptr;  // the events of a timed run are its own
    ++counts.launched;
    gpu::check(TASUKI_GPU_API(GraphLaunch)(graph_, worker_stream()),
               "launch graph");
}

void ListGraph::queue(const Segment& segment, void* buffers[],
                      std::byte* arguments, const TaskTimes* times) {
    std::vector<void*> own;
    for (std::size_t k = 0; k < segment.tasks.size(); ++k) {
        const auto& task = segment.tasks[k];
        buffers_of(task, buffers, own);
        if (times != nullptr) record(times->before(k));
        task.kernel->gpu(own.data(), arguments + task.arguments);
        if (times != nullptr) record(times->after(k));
    }
}

void ListGraph::capture(const Segment& segment, void* buffers[],
                        std::byte* arguments, const TaskTimes* times) {
    GraphCounts& counts = session().graphs;
    const gpu::Graph whole = graph_of(segment, buffers, arguments, times);
    if (graph_ != nullptr && gpu::update_graph(graph_, whole)) {
        ++counts.updated;
    } else {
        if (graph_ != nullptr)
            gpu::check(TASUKI_GPU_API(GraphExecDestroy)(graph_),
                       "destroy graph");
        gpu::check(TASUKI_GPU_API(GraphInstantiateWithFlags)(&graph_, whole, 0),
                   "instantiate graph");
        ++counts.captured;
    }
    gpu::check(TASUKI_GPU_API(GraphDestroy)(whole), "destroy graph");
}

}  // namespace tasuki::runtime::detail

#endif
