// The graph that a thread records.  For runtime/ alone.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
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

/// Whether this thread records a graph, which then has the submission.
bool records(const Submission& submission);
/// The same for a message with that array, which again() submits.
bool records(Handle array, const std::function<void()>& again);
/// @throws UsageError  this thread records a graph, which cannot do `what`
void refuse_to_record(const char* what);

}  // namespace tasuki::runtime::detail
