#include "runtime/graph/graph.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "runtime/core/error.hpp"
#include "runtime/core/session.hpp"
#include "runtime/core/toolkit.hpp"
#include "runtime/graph/recorded_graph.hpp"

namespace tasuki::runtime {

namespace {

/// Of a warm-up, if one round of work does not take longer; and with several
/// ranks, whose policies look for places one after the other [s].
constexpr double kLongestWarmUp = 1, kLongestOfRanks = 3;

}  // namespace

namespace detail {

namespace {

/// Of this thread: that which is recorded, and that which runs.
thread_local RecordedGraph *recorded = nullptr, *running = nullptr;

/// Calls `run`, which submits tasks and messages of the graph.
template <class Run>
auto run_as_graph(RecordedGraph& graph, const Run& run) {
    refuse_to_record("the run of another one");
    session().check();
    struct End {
        ~End() { running = nullptr; }
    };
    const End end;
    running = &graph;
    return run();
}

}  // namespace

void Graphs::add(RecordedGraph& graph) {
    const std::lock_guard lock{mutex_};
    all_.insert(&graph);
}

void Graphs::remove(RecordedGraph& graph) {
    const std::lock_guard lock{mutex_};
    all_.erase(&graph);
}

void Graphs::see_end_of(Handle array) {
    const std::lock_guard lock{mutex_};
    for (RecordedGraph* const graph : all_) graph->see_end_of(array);
}

bool is_recording() noexcept {
    return recorded != nullptr;
}

bool is_of_graph() noexcept {
    return running != nullptr;
}

std::optional<Task> record(const Submission& submission) {
    if (recorded != nullptr) return recorded->add(submission);
    if (running == nullptr || submission.crossing == nullptr) return {};
    running->take(submission);
    return Task{};
}

void record(const Submission& submission, MessageTask message) {
    recorded->add(submission, std::move(message));
}

void record(Handle array, const std::function<void()>& again) {
    recorded->add(array, again);
}

void refuse_to_record(const char* what) {
    if (recorded != nullptr)
        throw UsageError(
            std::string{"a graph is recorded, which has tasks only: no "} +
            what);
}

}  // namespace detail

Graph::Graph(std::unique_ptr<detail::RecordedGraph> recorded)
    : recorded_{std::move(recorded)} {}
Graph::Graph(Graph&&) noexcept = default;
Graph& Graph::operator=(Graph&&) noexcept = default;
Graph::~Graph() = default;

std::size_t Graph::size() const {
    return recorded_->size();
}

void Graph::run(std::int64_t times) {
    detail::run_as_graph(*recorded_, [&] { recorded_->run(times); });
}

void Graph::change(const detail::KernelRecord& kernel,
                   const std::function<void(void*)>& change) {
    recorded_->change(kernel, change);
}

void Graph::join(Graph& other) {
    recorded_->join(*other.recorded_);
}

bool Graph::is_settled() const {
    return recorded_->is_settled();
}

const Graph::Counts& Graph::counts() const {
    return recorded_->counts();
}

Graph record(Context& context, const std::function<void()>& submit) {
    detail::refuse_to_record("other graph");
    auto graph = std::make_unique<detail::RecordedGraph>(context);
    struct End {
        ~End() { detail::recorded = nullptr; }
    };
    {
        const End end;
        detail::recorded = graph.get();
        submit();
    }
    graph->finish();
    return Graph{std::move(graph)};
}

void run(std::initializer_list<std::reference_wrapper<Graph>> graphs,
         std::int64_t runs) {
    Graph& first = *graphs.begin();
    if (graphs.size() == 1) return first.run(runs);
    for (Graph& graph : graphs) graph.join(first);
    for (std::int64_t left = runs; left > 0;)
        for (Graph& graph : graphs)
            if (left-- > 0) graph.run();
}

std::int64_t detail::run_while(
    std::initializer_list<std::reference_wrapper<Graph>> graphs,
    const Data& value, const LoopCondition& condition, std::int64_t most,
    const std::function<bool()>& read_and_test) {
    const std::span all{graphs.begin(), graphs.size()};
    const auto writes = [&](const Graph& graph) {
        return graph.recorded_->writes(condition.value);
    };
    if (std::ranges::none_of(all, writes))
        throw UsageError(
            "run_while: no task of the graphs writes the array that says when "
            "they end");
    for (Graph& graph : graphs) graph.join(all.front());
    for (std::int64_t runs = 0;;) {
        if (runs >= most) return runs;
        const Graph& next = all[static_cast<std::size_t>(runs) % all.size()];
        RecordedGraph& graph = *next.recorded_;
        const auto loop = run_as_graph(graph, [&] {
            return graph.run_while(condition,
                                   all.size() == 1 ? most - runs : 1);
        });
        value.wait();
        graph.note_runs(loop->runs());
        runs += loop->runs();
        const auto tested = loop->tested();
        const bool goes_on =
            !toolkit::calls_kernels() || (tested ? *tested : read_and_test());
        if (!goes_on) return runs;
    }
}

void warm_up(Context& context,
             std::initializer_list<std::reference_wrapper<const Graph>> graphs,
             const std::function<double()>& work) {
    const Ranks& ranks = context.ranks();
    const double most = ranks.several() ? kLongestOfRanks : kLongestWarmUp;
    const auto set_warming = [&graphs](bool warms) {
        for (const Graph& graph : graphs) graph.recorded_->set_warming(warms);
    };
    struct End {
        const decltype(set_warming)& set;
        ~End() { set(false); }
    };
    const End end{set_warming};
    set_warming(true);
    double seconds = 0, unsettled = 0;
    do {
        seconds += ranks.largest(work());
        const bool is_settled = std::ranges::all_of(
            graphs, [](const Graph& graph) { return graph.is_settled(); });
        unsettled = ranks.largest(is_settled ? 0 : 1);
    } while (unsettled > 0 && seconds < most);
}

}  // namespace tasuki::runtime
