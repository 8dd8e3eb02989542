#include "runtime/graph/list_graph.hpp"

#if defined(TASUKI_HAS_GPU)

#include <algorithm>
#include <cstring>

#include "runtime/core/session.hpp"
#include "runtime/graph/lanes.hpp"

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

using Nodes = GraphCapture::Nodes;

/// @return  what comes after it
Nodes add_event(gpu::Graph graph, const Nodes& before, gpu::Event event) {
    gpu::GraphNode node = nullptr;
    gpu::check(TASUKI_GPU_API(GraphAddEventRecordNode)(
                   &node, graph, before.data(), before.size(), event),
               "add to graph");
    return {node};
}

void record(gpu::Event event, gpu::Stream stream) {
    gpu::check(TASUKI_GPU_API(EventRecord)(event, stream), "record event");
}

/// On the current device.
/// @param own  buffers of the task
void queue_task(const Segment::Task& task, std::vector<void*>& own,
                std::byte* arguments, gpu::Stream stream) {
    if (task.kernel != nullptr)
        task.kernel->gpu(own.data(), arguments + task.arguments);
    else
        gpu::copy_async(raw_buffer(own[1]).data, raw_buffer(own[0]).data,
                        bytes_of(own[0]), stream);
}

}  // namespace

ListGraph::~ListGraph() {
    if (graph_ != nullptr)
        gpu::check_release(TASUKI_GPU_API(GraphExecDestroy)(graph_),
                           "destroy graph");
}

void ListGraph::run(const Segment& segment, void* buffers[],
                    std::byte* arguments, const TaskTimes* times,
                    std::int64_t runs) {
    GraphCounts& counts = session().graphs;
    // The header of a task has times, which are put there as it is queued.
    auto key = key_of(segment, buffers, arguments);
    mirrors_.take(segment, buffers);
    if (key == key_) {
        changes_ = 0;
    } else {
        ++changes_;
        fits_ = false;
        key_ = std::move(key);
    }
    for (; runs > 0 && (runs_ < kRunsBefore || changes_ > kMostChanges);
         --runs) {
        ++runs_;
        ++counts.queued;
        queue(segment, buffers, arguments, times);
        if (runs > 1) changes_ = 0;  // what is repeated is worth a capture
    }
    if (runs == 0) return;
    if (!fits_ || times != nullptr) capture(segment, buffers, arguments, times);
    if (!may_compute()) return;
    fits_ = times == nullptr;  // the events of a timed run are its own
    for (; runs > 0; --runs) {
        ++counts.launched;
        gpu::check(TASUKI_GPU_API(GraphLaunch)(graph_, worker_stream()),
                   "launch graph");
    }
}

void ListGraph::queue(const Segment& segment, void* buffers[],
                      std::byte* arguments, const TaskTimes* times) {
    std::vector<void*> own;
    for (std::size_t k = 0; k < segment.tasks.size(); ++k) {
        const auto& task = segment.tasks[k];
        buffers_of(task, buffers, mirrors_.all(), own);
        TaskOfList its{task.worker, task.priority > 0};
        if (times != nullptr) record(times->before(k), its.stream());
        queue_task(task, own, arguments, its.stream());
        if (times != nullptr) record(times->after(k), its.stream());
        its.end();
    }
}

gpu::Graph ListGraph::graph_of(const Segment& segment, void* buffers[],
                               std::byte* arguments, const TaskTimes* times) {
    GraphCapture capture;
    std::vector<Nodes> last;  // of each task
    std::vector<void*> own;
    Lanes lanes;
    for (std::size_t k = 0; k < segment.tasks.size(); ++k) {
        const auto& task = segment.tasks[k];
        buffers_of(task, buffers, mirrors_.all(), own);
        // Each once, as tasks that queue nothing are where those before them
        // are; in an order that another capture has too.
        Nodes before;
        for (const auto number : lanes.add(task))
            for (const auto node : last[number])
                if (std::ranges::count(before, node) == 0)
                    before.push_back(node);
        if (times != nullptr)
            before = add_event(capture.graph(), before, times->before(k));
        const gpu::Stream stream =
            capture.begin(task.worker, task.priority > 0, before);
        queue_task(task, own, arguments, stream);
        last.push_back(capture.end());
        if (times != nullptr)
            last.back() =
                add_event(capture.graph(), last.back(), times->after(k));
    }
    return capture.finish();
}

void ListGraph::capture(const Segment& segment, void* buffers[],
                        std::byte* arguments, const TaskTimes* times) {
    GraphCounts& counts = session().graphs;
    const gpu::Graph whole = graph_of(segment, buffers, arguments, times);
    if (!may_compute()) {  // a task of it has failed
        gpu::check_release(TASUKI_GPU_API(GraphDestroy)(whole),
                           "destroy graph");
        return;
    }
    if (graph_ != nullptr && gpu::update_graph(graph_, whole)) {
        ++counts.updated;
    } else {
        if (graph_ != nullptr)
            gpu::check_release(TASUKI_GPU_API(GraphExecDestroy)(graph_),
                               "destroy graph");
        gpu::check(TASUKI_GPU_API(GraphInstantiateWithFlags)(
                       &graph_, whole, gpu::kGraphWithPriorities),
                   "instantiate graph");
        ++counts.captured;
    }
    gpu::check_release(TASUKI_GPU_API(GraphDestroy)(whole), "destroy graph");
}

void run_graph(const Segment& segment, void* buffers[], std::byte* arguments,
               const TaskTimes* times, std::int64_t runs) {
    if (segment.graph == nullptr) segment.graph = std::make_shared<ListGraph>();
    segment.graph->run(segment, buffers, arguments, times, runs);
}

}  // namespace tasuki::runtime::detail

#else

namespace tasuki::runtime::detail {

void run_graph(const Segment&, void*[], std::byte*, const TaskTimes*,
               std::int64_t) {}

}  // namespace tasuki::runtime::detail

#endif
