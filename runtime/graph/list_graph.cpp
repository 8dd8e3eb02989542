#include "runtime/graph/list_graph.hpp"

#if defined(TASUKI_HAS_GPU)

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/core/session.hpp"
#include "runtime/graph/lanes.hpp"

namespace tasuki::runtime::detail {

namespace {

/// What a kernel needs only once (a plan, a handle of a library) it makes in
/// its first run, and a capture forbids most of that.
constexpr int kRunsBefore = 1;

/// A list that has to be captured each time is not worth it.
constexpr int kMostChanges = 4;

/// Largest list whose runs are a loop on the device.  The launch of a small
/// graph costs more than its kernels take; the host launches one of hundreds
/// while that before runs, and the device starts it faster than a loop does.
constexpr std::size_t kMostLooped = 32;
/// Runs in a row for each turn of a loop, as a turn costs some microseconds.
constexpr int kRunsOfTurn = 8;
/// Runs for each task, with the same arguments, from which on a loop is worth
/// its graph: that takes about 50 us for each task to make, with its copies,
/// and a run in it is one or two microseconds shorter.
constexpr std::int64_t kRunsForLoop = 32;

/// Tasks with other arguments than those before; perhaps some with other bytes
/// between these, which are only set once more.
/// @param before  of the same list
std::vector<std::uint32_t> changed_tasks(const Segment& segment,
                                         const std::byte* before,
                                         const std::byte* now) {
    std::vector<std::uint32_t> changed;
    for (const auto number : segment.submitted) {
        const Segment::Task& task = segment.tasks[number];
        // The header has times, which a worker notes there.
        const std::size_t begin = task.arguments + sizeof(TaskHeader);
        if (std::memcmp(before + begin, now + begin,
                        task.size - sizeof(TaskHeader)) != 0)
            changed.push_back(number);
    }
    return changed;
}

/// @return  what comes after it
GraphCapture::Nodes add_event(gpu::Graph graph,
                              const GraphCapture::Nodes& before,
                              gpu::Event event) {
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

/// Whether all tasks are on one GPU, and none is a message.
bool may_loop(const Segment& segment) {
    return std::ranges::all_of(segment.tasks, [&](const Segment::Task& task) {
        return task.kernel != nullptr &&
               task.kernel->crosses == Crosses::nothing &&
               task.worker == segment.tasks.front().worker;
    });
}

}  // namespace

gpu::Status ListGraph::Executable::become(gpu::Graph now) {
    GraphCounts& counts = session().graphs;
    if (graph != nullptr && gpu::update_graph(graph, now)) {
        ++counts.updated;
        fits = true;
        return TASUKI_GPU_API(GraphDestroy)(now);
    }
    clear();
    whole = now;
    const gpu::Status made = TASUKI_GPU_API(GraphInstantiateWithFlags)(
        &graph, whole, gpu::kGraphWithPriorities);
    fits = made == TASUKI_GPU_API(Success);
    if (fits) ++counts.captured;
    return made;
}

void ListGraph::Executable::clear() {
    if (graph != nullptr)
        gpu::check_release(TASUKI_GPU_API(GraphExecDestroy)(graph),
                           "destroy graph");
    if (whole != nullptr)
        gpu::check_release(TASUKI_GPU_API(GraphDestroy)(whole),
                           "destroy graph");
    *this = {};
}

ListGraph::~ListGraph() {
    once_.clear();
    loop_.clear();
    if (unneeded_ != nullptr) gpu::free_pinned(unneeded_);
}

void ListGraph::run(const ListRun& its, const TaskTimes* times,
                    std::int64_t runs, Loop* loop) {
    mirrors_.take(its.segment, its.buffers);
    see(its);
    if (loop != nullptr) {
        const bool on_device = runs_ >= kRunsBefore &&
                               loop->condition.end.kernel != nullptr &&
                               run_loop(its, runs, loop) > 0;
        if (on_device) return;
        // The host looks at the value behind each run.
        loop->begun = runs = 1;
    }
    for (; runs > 0 && (runs_ < kRunsBefore || changes_ > kMostChanges);
         --runs) {
        ++runs_;
        ++session().graphs.queued;
        queue(its, times);
        if (runs > 1) changes_ = 0;  // what is repeated is worth a capture
    }
    same_ += runs;
    const std::size_t tasks = its.segment.tasks.size();
    if (runs >= kRunsOfTurn && tasks <= kMostLooped &&
        same_ >= kRunsForLoop * static_cast<std::int64_t>(tasks))
        runs -= run_loop(its, runs, nullptr);
    if (runs == 0) return;
    if (!once_.fits || times != nullptr) capture(its, times);
    if (!may_compute()) return;
    for (; runs > 0; --runs) launch(once_);
    once_.fits = times == nullptr;  // the events of a timed run are its own
}

void ListGraph::launch(const Executable& graph) {
    ++session().graphs.launched;
    gpu::check(TASUKI_GPU_API(GraphLaunch)(graph.graph, worker_stream()),
               "launch graph");
}

void ListGraph::see(const ListRun& its) {
    const std::size_t count = its.segment.buffers.size();
    bool is_other = places_.size() != count || arguments_ == nullptr;
    places_.resize(count);
    for (std::size_t k = 0; k < count; ++k) {
        const RawBuffer now = raw_buffer(its.buffers[k]);
        if (now == places_[k]) continue;
        places_[k] = now;
        is_other = true;
    }
    if (!is_other && its.arguments != arguments_) {
        const auto changed =
            changed_tasks(its.segment, arguments_.get(), its.arguments.get());
        is_other = !changed.empty() && !update(its, changed);
    }
    if (is_other || its.arguments != arguments_) same_ = 0;
    arguments_ = its.arguments;
    changes_ = is_other ? changes_ + 1 : 0;
    if (is_other) once_.fits = loop_.fits = false;
}

/// Gives the graph the arguments of some tasks.
/// @return  false: it has to be captured anew, as there is none, most tasks
///          have changed, or some of these are more than a kernel
bool ListGraph::update(const ListRun& its,
                       std::span<const std::uint32_t> changed) {
    if (!once_.fits || 2 * changed.size() > its.segment.tasks.size())
        return false;
    GraphCapture capture;
    std::vector<gpu::GraphNode> others;
    for (const auto number : changed)
        others.push_back(capture_task(capture, its, number, {}).only);
    const gpu::Graph part = capture.finish();
    bool fits = true;
    for (std::size_t k = 0; fits && k < changed.size(); ++k) {
        const gpu::GraphNode node = nodes_[changed[k]];
        fits = node != nullptr && others[k] != nullptr &&
               gpu::update_kernel(once_.graph, node, others[k]);
    }
    gpu::check_release(TASUKI_GPU_API(GraphDestroy)(part), "destroy graph");
    if (fits) ++session().graphs.updated;
    loop_.fits = false;
    return fits;
}

void ListGraph::queue(const ListRun& its, const TaskTimes* times) {
    for (std::size_t k = 0; k < its.segment.tasks.size(); ++k) {
        const auto& task = its.segment.tasks[k];
        buffers_of(task, its.buffers, mirrors_.all(), own_);
        TaskOfList on{task.worker, task.priority > 0};
        if (times != nullptr) record(times->before(k), on.stream());
        queue_task(task, own_, its.arguments.get(), on.stream());
        if (times != nullptr) record(times->after(k), on.stream());
        on.end();
    }
}

ListGraph::Part ListGraph::capture_task(GraphCapture& capture,
                                        const ListRun& its, std::size_t number,
                                        const Nodes& before) {
    const auto& task = its.segment.tasks[number];
    buffers_of(task, its.buffers, mirrors_.all(), own_);
    const std::size_t count = gpu::count_nodes(capture.graph());
    const gpu::Stream stream =
        capture.begin(task.worker, task.priority > 0, before);
    queue_task(task, own_, its.arguments.get(), stream);
    Part part{capture.end()};
    if (gpu::count_nodes(capture.graph()) == count + 1 && part.ends.size() == 1)
        part.only = part.ends.front();
    return part;
}

gpu::Graph ListGraph::graph_of(const ListRun& its, const TaskTimes* times,
                               std::vector<gpu::GraphNode>& nodes) {
    GraphCapture capture;
    std::vector<Nodes> last;  // of each task
    Lanes lanes;
    for (std::size_t k = 0; k < its.segment.tasks.size(); ++k) {
        // Each once, as tasks that queue nothing are where those before them
        // are; in an order that another capture has too.
        Nodes before;
        for (const auto number : lanes.add(its.segment.tasks[k]))
            for (const auto node : last[number])
                if (std::ranges::count(before, node) == 0)
                    before.push_back(node);
        if (times != nullptr)
            before = add_event(capture.graph(), before, times->before(k));
        Part part = capture_task(capture, its, k, before);
        if (times != nullptr)
            part.ends = add_event(capture.graph(), part.ends, times->after(k));
        last.push_back(std::move(part.ends));
        nodes.push_back(part.only);
    }
    return capture.finish();
}

void ListGraph::capture(const ListRun& its, const TaskTimes* times) {
    std::vector<gpu::GraphNode> nodes;
    const gpu::Graph now = graph_of(its, times, nodes);
    if (!may_compute()) {  // a task of it has failed
        gpu::check_release(TASUKI_GPU_API(GraphDestroy)(now), "destroy graph");
        return;
    }
    gpu::check(once_.become(now), "instantiate graph");
    if (once_.whole == now) nodes_ = std::move(nodes);
}

/// @param value  that the end tests, on the device
/// @return  false: the toolkit cannot do that
bool ListGraph::capture_loop(const ListRun& its, int copies, const LoopEnd& end,
                             const void* value) {
    std::vector<gpu::GraphNode> nodes;
    const gpu::Graph run = graph_of(its, nullptr, nodes);
    const gpu::Graph whole = make_loop(
        run, copies, end, reinterpret_cast<unsigned*>(left_->address()), value);
    gpu::check_release(TASUKI_GPU_API(GraphDestroy)(run), "destroy graph");
    if (whole == nullptr) return false;
    end_ = end;
    value_ = value;
    // Made anew each time: a kernel that ends a loop knows that of its graph,
    // and toolkits do not say whether an update keeps it.
    loop_.clear();
    if (loop_.become(whole) == TASUKI_GPU_API(Success)) return true;
    static_cast<void>(TASUKI_GPU_API(GetLastError)());
    loop_.clear();
    return false;
}

/// Runs of a list by the device alone, until a test of the loop, if there is
/// one.
/// @return  how many there will be at most; 0: the device cannot do that
std::int64_t ListGraph::run_loop(const ListRun& its, std::int64_t runs,
                                 Loop* loop) {
    if (!has_loops_ || !may_loop(its.segment)) return 0;
    const int worker = its.segment.tasks.front().worker;
    const int copies = loop != nullptr ? 1 : kRunsOfTurn;
    const LoopEnd& end = loop != nullptr ? loop->condition.end : end_of_count();
    if (left_ == nullptr) {
        left_ = std::make_unique<MirrorMemory>(
            starpu_worker_get_memory_node(worker), sizeof(unsigned));
        unneeded_ =
            static_cast<unsigned*>(gpu::allocate_pinned(sizeof(unsigned)));
    }
    // The count of runs looks at no value.
    const void* const value = loop != nullptr
                                  ? raw_buffer(its.buffers[loop->buffer]).data
                                  : reinterpret_cast<void*>(left_->address());
    if (!loop_.fits || end != end_ || value != value_) {
        has_loops_ = capture_loop(its, copies, end, value);
        if (!has_loops_) return 0;
    }
    const auto turns = static_cast<unsigned>(runs / copies);
    const gpu::Stream stream = worker_stream();
    auto* const left = reinterpret_cast<void*>(left_->address());
    gpu::copy_anywhere_async(left, &turns, sizeof turns, stream);
    launch(loop_);
    ++session().graphs.loops;
    if (loop != nullptr) {
        gpu::copy_anywhere_async(unneeded_, left, sizeof turns, stream);
        loop->begun = turns;
        loop->unneeded = unneeded_;
    }
    return std::int64_t{turns} * copies;
}

void run_graph(const Segment& segment, void* buffers[],
               const Arguments& arguments, const TaskTimes* times,
               std::int64_t runs, Loop* loop) {
    if (segment.graph == nullptr) segment.graph = std::make_shared<ListGraph>();
    segment.graph->run({segment, buffers, arguments}, times, runs, loop);
}

}  // namespace tasuki::runtime::detail

#else

namespace tasuki::runtime::detail {

void run_graph(const Segment&, void*[], const Arguments&, const TaskTimes*,
               std::int64_t, Loop*) {}

}  // namespace tasuki::runtime::detail

#endif
