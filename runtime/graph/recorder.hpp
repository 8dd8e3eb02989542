// The graph that a thread records.  For runtime/ alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "runtime/core/submit.hpp"

namespace tasuki::runtime::detail {

class RecordedGraph;

/// Those of a Context: arrays tell them that they are destroyed.
class Graphs {
  public:
    void add(RecordedGraph& graph);
    void remove(RecordedGraph& graph);
    /// No graph with that array runs again.  Any thread may call.
    void see_end_of(Handle array);

  private:
    std::mutex mutex_;
    std::set<RecordedGraph*> all_;
};

/// A task of a message, as other ranks have to know of it.
struct MessageEnd {
    std::int64_t tag;
    std::int32_t peer;
    bool sends;
    /// Both, but for arrays in windows, whose messages have two tasks.
    bool begins, ends;
};
struct MessageTask {
    MessageEnd end;
    std::function<void()> submit;  ///< it, as if it was not recorded
    /// Waits for the other side to record it.
    /// @return  whether a worker or a GPU can wait for it within a list
    std::function<bool()> can_wait_in_list;
};

/// Whether this thread records a graph.
bool is_recording() noexcept;
/// Whether this thread submits tasks and messages of a graph.
bool is_of_graph() noexcept;
/// Leaves a submission to the graph that this thread records, or that has asked
/// for it: it is a message of the graph that runs.
/// @return  nothing: it is of no graph
std::optional<Task> record(const Submission& submission);
/// A message as a task, of the graph that this thread records.
void record(const Submission& submission, MessageTask message);
/// The same for what is no task: a message of MPI, or a copy of that array.
void record(Handle array, const std::function<void()>& again);
/// @throws UsageError  this thread records a graph, which cannot do `what`
void refuse_to_record(const char* what);

}  // namespace tasuki::runtime::detail
