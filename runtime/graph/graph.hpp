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

    /// Tasks, without messages.
    std::size_t size() const;
    /// Submits its tasks and messages `times` times, as if the program did,
    /// with the arguments that they were recorded with; returns at once.
    /// @throws UsageError  an array of a task has been destroyed
    void run(std::int64_t times = 1);
    /// Since it was recorded.
    const Counts& counts() const;

  private:
    std::unique_ptr<detail::RecordedGraph> recorded_;
};

/// Calls `submit`, which submits tasks and messages; they are kept, and none
/// runs.  What other threads submit meanwhile is not a part of it.
/// @throws UsageError  `submit` uses an array on the host or waits, which a
///                     graph cannot do again, or records a graph itself
Graph record(Context& context, const std::function<void()>& submit);

/// One run of each after the other, all of that `times` times.
void run(std::initializer_list<std::reference_wrapper<Graph>> graphs,
         std::int64_t times);

}  // namespace tasuki::runtime
