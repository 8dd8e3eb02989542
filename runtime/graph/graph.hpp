// A graph of tasks as a value: a program submits its tasks once, and runs them
// as often as it wants.
//
//   Graph even = record(context, [&] { submit<Step>(context, {}, v, u); });
//   Graph odd = record(context, [&] { submit<Step>(context, {}, u, v); });
//   run({even, odd}, steps);
//
// Tasks that one worker runs one after the other are one task of StarPU: a CPU
// worker calls them in a row, and a GPU is given a graph of its toolkit.  Where
// the policy has a choice it places the tasks of the first runs; as soon as it
// gives them the same places all the time, they keep these, unless runs become
// slower by that.  docs/decisions/0020.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>

#include "runtime/core/context.hpp"

namespace tasuki::runtime {

namespace detail {
class RecordedGraph;
}

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
    /// with the arguments that they were recorded with; returns at once.
    /// @throws UsageError  an array of a task has been destroyed
    /// @throws TaskFailed, RankFailed  the Context has failed
    void run(std::int64_t times = 1);
    /// Its tasks are placed together with those of the other one: where both
    /// take turns, the time of a run is that of both.
    void join(Graph& other);
    /// Whether its tasks keep their places, or the policy is done with trying
    /// others, so that times no longer include that.
    bool is_settled() const;
    /// Since it was recorded.
    const Counts& counts() const;

  private:
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

/// Calls work(), which runs the graphs and returns how many seconds it took,
/// once, and again until they are settled on all ranks, or a second has passed;
/// with several ranks three.  Every rank calls it.
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
