// A graph of tasks as a value: a program submits its tasks once, and runs them
// as often as it wants.
//
//   Graph even = record(context, [&] { submit<Step>(context, {}, v, u); });
//   Graph odd = record(context, [&] { submit<Step>(context, {}, u, v); });
//   run({even, odd}, steps);
//
// Tasks that one worker runs one after the other are one task of StarPU: a CPU
// worker calls them in a row, and a GPU is given a graph of its toolkit.  With
// the policy `feedback` the first runs also find out where the tasks run
// fastest, on CPUs or on GPUs.  docs/decisions/0020.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <type_traits>

#include "runtime/core/array.hpp"
#include "runtime/core/context.hpp"
#include "runtime/core/kernel.hpp"
#include "runtime/graph/loop_test.hpp"

namespace tasuki::runtime {

class Graph;

namespace detail {
class RecordedGraph;
std::int64_t run_while(
    std::initializer_list<std::reference_wrapper<Graph>> graphs,
    const Data& value, const LoopCondition& condition, std::int64_t most,
    const std::function<bool()>& read_and_test);
}  // namespace detail

/// Of one Context, which outlives it.
class Graph {
  public:
    /// How often what has happened.
    struct Counts {
        std::int64_t runs = 0;    ///< as run() was told
        std::int64_t lists = 0;   ///< several tasks, run as one
        std::int64_t listed = 0;  ///< tasks in these
    };

    /// By record().
    explicit Graph(std::unique_ptr<detail::RecordedGraph> recorded);
    /// The other one may only be destroyed, or assigned to.
    Graph(Graph&&) noexcept;
    Graph& operator=(Graph&&) noexcept;  ///< the same
    ~Graph();

    /// Tasks, with those of messages between ranks.
    std::size_t size() const;
    /// Submits its tasks and messages `times` times, as if the program did,
    /// with the arguments that they have now.  Returns at once, but while
    /// places are looked for it may wait for runs that have begun.  Of a graph
    /// whose tasks can run on CPUs and on GPUs all ranks run it equally often.
    /// @throws UsageError  an array of a task has been destroyed
    /// @throws TaskFailed, RankFailed  the Context has failed
    void run(std::int64_t times = 1);
    /// Calls change(args) with the arguments of each task of that kernel, in
    /// the order in which they were recorded.  Runs from now on have what it
    /// leaves there; those before keep theirs.  A captured graph is updated in
    /// the tasks that are others then.
    ///
    ///   graph.change<Kick>([&](Kick::Args& args) { args.dt = dt; });
    ///
    /// @throws UsageError  the graph has no task of that kernel
    template <Kernel K, class Change>
    requires std::invocable<Change, typename K::Args&>
    void change(const Change& change) {
        this->change(detail::record<K>(), [&change](void* packed) {
            change(static_cast<detail::Packed<K>*>(packed)->args);
        });
    }
    /// Its tasks are placed together with those of the other one: where both
    /// take turns, the time of a run is that of both.
    void join(Graph& other);
    /// Whether no other places are tried for its tasks any more, so that times
    /// no longer include that.
    bool is_settled() const;
    /// Since it was recorded.
    const Counts& counts() const;

  private:
    friend void warm_up(
        Context& context,
        std::initializer_list<std::reference_wrapper<const Graph>> graphs,
        const std::function<double()>& work);
    void change(const detail::KernelRecord& kernel,
                const std::function<void(void* packed)>& change);
    friend std::int64_t detail::run_while(
        std::initializer_list<std::reference_wrapper<Graph>> graphs,
        const Data& value, const detail::LoopCondition& condition,
        std::int64_t most, const std::function<bool()>& read_and_test);
    std::unique_ptr<detail::RecordedGraph> recorded_;
};

/// Calls `submit`, which submits tasks and messages; they are kept, and none
/// runs.  What other threads submit meanwhile is not a part of it.  Every rank
/// calls it, and submits its part: they agree on the order of messages.
/// @throws UsageError  `submit` uses an array on the host or waits, which a
///                     graph cannot do again, or records a graph itself
Graph record(Context& context, const std::function<void()>& submit);

/// So many runs in all: one of each, and then again from the first.  They join.
void run(std::initializer_list<std::reference_wrapper<Graph>> graphs,
         std::int64_t runs);

/// Runs until the first element of an array fails the test, which is made after
/// each run, or until there were `most`: one of each graph, and then again from
/// the first.  Waits for them.  Runs of one graph that is one list do not wait
/// for the host: a CPU worker tests between them, and so does a GPU by a test
/// that gpu_test() made.  In other cases the host reads the value after each
/// run.  All ranks have to come to the same end.  A simulation, which has no
/// values, runs `most` times.
///
///   const auto done = run_while({even, odd}, residual,
///                               [](double r) { return r > 1e-8; }, 1000);
///
/// @return  how many runs there were
/// @throws UsageError  no task of the graphs writes the array, or as run()
template <class T>
std::int64_t run_while(
    std::initializer_list<std::reference_wrapper<Graph>> graphs,
    const Array<T>& value, const std::type_identity_t<LoopTest<T>>& goes_on,
    std::int64_t most) {
    const detail::LoopCondition condition{
        value.raw(),
        [goes_on](const void* its) {
            return goes_on(*static_cast<const T*>(its));
        },
        goes_on.end()};
    return detail::run_while(graphs, value, condition, most,
                             [&] { return goes_on(value.read()[0]); });
}

/// Calls work(), which runs the graphs and returns how many seconds it took,
/// once, and again until they are settled on all ranks, or a second has passed;
/// with several ranks three.  Meanwhile places are tried without regard to what
/// that costs.  Every rank calls it.
void warm_up(Context& context,
             std::initializer_list<std::reference_wrapper<const Graph>> graphs,
             const std::function<double()>& work);

/// Graphs of what a program repeats with some differences: each is recorded
/// when it comes for the first time.
/// @tparam Key  that by which they differ, with operator<
template <class Key>
class Graphs {
  public:
    /// @param context  outlives it
    explicit Graphs(Context& context) : context_{context} {}

    /// Runs the graph of that key.  Every rank calls it with the same ones.
    /// @param submit  as of record(); does the same for each key, and changes
    ///                nothing that outlasts it
    template <class Submit>
    void run(const Key& key, const Submit& submit) {
        auto its = all_.find(key);
        if (its == all_.end()) {
            // Keys that are others each time are not worth it.
            if (all_.size() == kMost) return submit();
            its = all_.emplace(key, record(context_, submit)).first;
            if (first_ == nullptr) first_ = &its->second;
            its->second.join(*first_);
        }
        its->second.run();
    }
    /// Those of arrays that are gone.
    void clear() {
        all_.clear();
        first_ = nullptr;
    }

  private:
    static constexpr std::size_t kMost = 16;
    Context& context_;
    std::map<Key, Graph> all_;
    Graph* first_ = nullptr;
};

}  // namespace tasuki::runtime
