// A list of tasks with the arguments of one iteration, as a worker runs it.
// For runtime/ alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "runtime/core/statistics.hpp"
#include "runtime/graph/observation.hpp"
#include "runtime/graph/recording.hpp"
#include "runtime/graph/task_times.hpp"
#include "runtime/trace/trace_log.hpp"

namespace tasuki::runtime::detail {

class TaskList {
  public:
    /// @param times  that a worker runs it, with the same arguments
    /// @throws UnavailableError  there is no memory for the arguments
    explicit TaskList(std::shared_ptr<const Segment> segment,
                      std::int64_t times = 1);

    const Segment& segment() const { return *segment_; }
    std::int64_t times() const { return times_; }
    /// Of all tasks, as the segment has them.
    const std::byte* arguments() const { return arguments_.get(); }
    /// Where those of a task of the segment are.
    std::byte* arguments(const Segment::Task& task) const {
        return arguments_.get() + task.arguments;
    }
    /// It has the last submission of an iteration.
    void observe(Observation& observation, std::size_t submission);
    /// One of its tasks is half of a message.
    void cross(std::shared_ptr<Crossing> crossing) {
        crossings_.push_back(std::move(crossing));
    }
    std::span<const std::shared_ptr<Crossing>> crossings() const {
        return crossings_;
    }
    /// Its arrays stay with the worker for the next lists: only these use them,
    /// as far as is known.
    void keep_arrays() { keeps_arrays_ = true; }
    bool keeps_arrays() const { return keeps_arrays_ && !is_traced(); }
    /// The next of its tasks is in a trace.
    void trace(TraceLog::Number number) { traced_.push_back(number); }

    /// Each on the worker that calls.
    /// @param buffers  those of the segment
    void run_on_cpu(void* buffers[]);
    void run_on_gpu(void* buffers[]);

    /// Whether a trace wants the time of each of its tasks.
    bool is_traced() const { return !traced_.empty(); }
    /// Whether it ends an iteration whose time is wanted.
    bool is_observed() const { return observation_ != nullptr; }
    /// The worker has run it.  Tells the statistics what its tasks did, but not
    /// the time of a graph, which does not tell that of each.
    /// @param iterations  that have ended now; 0: another list counts them
    void see_end(int iterations);
    /// Adds those of its tasks that are in a trace.
    void add_times(std::vector<TraceLog::Captured>& all) const;

  private:
    std::shared_ptr<const Segment> segment_;
    std::int64_t times_;
    Arguments arguments_;
    std::vector<PhaseCount> counts_;  // by kind, of a CPU worker
    std::vector<std::shared_ptr<Crossing>> crossings_;
    bool keeps_arrays_ = false;
    ObservationPtr observation_;
    std::size_t last_ = 0;                   // submission, of the observation
    std::vector<TraceLog::Number> traced_;   // by task; empty: no trace
    std::shared_ptr<TaskTimes> task_times_;  // on a GPU, of a trace
};

}  // namespace tasuki::runtime::detail
