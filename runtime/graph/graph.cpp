#include "runtime/graph/graph.hpp"

#include <utility>

#include "runtime/core/error.hpp"
#include "runtime/core/session.hpp"
#include "runtime/graph/recorded_graph.hpp"

namespace tasuki::runtime {

namespace detail {

namespace {

thread_local RecordedGraph* recorded = nullptr;

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

bool records(const Submission& submission) {
    if (recorded == nullptr) return false;
    recorded->add(submission);
    return true;
}

bool records(Handle array, const std::function<void()>& again) {
    if (recorded == nullptr) return false;
    recorded->add(array, again);
    return true;
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
    recorded_->run(times);
}

const Graph::Counts& Graph::counts() const {
    return recorded_->counts();
}

Graph record(Context& context, const std::function<void()>& submit) {
    detail::refuse_to_record("other graph");
    auto graph = std::make_unique<detail::RecordedGraph>(
        context.session(), context.ranks().several());
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
         std::int64_t times) {
    if (graphs.size() == 1) return graphs.begin()->get().run(times);
    for (; times > 0; --times)
        for (Graph& graph : graphs) graph.run();
}

}  // namespace tasuki::runtime
