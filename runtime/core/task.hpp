// Handles of tasks: to wait for one of them, or to let one come after others
// without data between them.
#pragma once

#include <cstdint>

namespace tasuki::runtime {

namespace detail {
class OpenTasks;
class RecordedGraph;
}  // namespace detail

/// A task that was submitted, as submit() returns it.  It is small, may be
/// copied and thrown away, and may outlive the task and the Context.
///
///   Task first = submit<Fill>(context, {}, y);
///   submit<Log>(context, {}, {.after = {first}});
///
/// While a graph is recorded, a handle stands for the task in each run of the
/// graph: it can only say there which tasks of the graph come after it.
class Task {
  public:
    /// No task: one that has ended.
    Task() = default;

    /// Whether it has ended.
    /// @throws UsageError  it is a task of a graph
    bool is_done() const;
    /// Waits until it has ended; others may go on.  Any thread that is not a
    /// worker's may call.
    /// @throws UsageError  it is a task of a graph; a graph is recorded; a task
    ///                     calls it
    /// @throws as Context::wait()
    void wait() const;

  private:
    friend class detail::OpenTasks;
    friend class detail::RecordedGraph;
    /// In the slot: it is a task of a graph, which has the number.
    static constexpr std::uint32_t kOfGraph = std::uint32_t{1} << 31;

    Task(std::uint64_t number, std::uint32_t slot)
        : number_{number}, slot_{slot} {}
    bool is_of_graph() const { return (slot_ & kOfGraph) != 0; }

    std::uint64_t number_ =
        0;                    // no other task, or graph, of the process has it
    std::uint32_t slot_ = 0;  // where OpenTasks, or the graph, has the task
};

}  // namespace tasuki::runtime
