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
#include "runtime/graph/loop.hpp"
#include "runtime/graph/recording.hpp"
#include "runtime/graph/run_times.hpp"
#include "runtime/graph/task_times.hpp"
#include "runtime/trace/trace_log.hpp"

namespace tasuki::runtime::detail {

class TaskList {
  public:
    /// @param arguments  of all tasks, as the segment has them
    /// @param times      that a worker runs it
    TaskList(std::shared_ptr<const Segment> segment, Arguments arguments,
             std::int64_t times = 1)
        : segment_{std::move(segment)},
          arguments_{std::move(arguments)},
          times_{times} {}

    const Segment& segment() const { return *segment_; }
    /// How often it runs, or has run once it has ended.
    std::int64_t times() const { return loop_ ? loop_->runs() : times_; }
    /// Its runs end by a value.
    void end_by(std::shared_ptr<Loop> loop) { loop_ = std::move(loop); }
    /// Whether it runs once, and no trace wants the times of its tasks.
    bool is_plain() const {
        return times_ == 1 && loop_ == nullptr && !is_traced();
    }
    const Arguments& arguments() const { return arguments_; }
    /// It is a part of that run.
    void hold(GraphRun& run);
    /// One of its tasks is half of a message.
    void cross(std::shared_ptr<Crossing> crossing) {
        crossings_.push_back(std::move(crossing));
    }
    /// Arguments of one of its tasks point at it.
    void keep(std::shared_ptr<const void> kept) {
        kept_.push_back(std::move(kept));
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
    /// The worker has run it.  Tells the statistics what its tasks did, but not
    /// the time of a graph, which does not tell that of each.
    void see_end();
    /// Adds those of its tasks that are in a trace.
    void add_times(std::vector<TraceLog::Captured>& all) const;

  private:
    /// That of a task of the segment.
    TaskHeader& header(const Segment::Task& task) const {
        return *reinterpret_cast<TaskHeader*>(arguments_.get() +
                                              task.arguments);
    }

    std::shared_ptr<const Segment> segment_;
    Arguments arguments_;
    std::int64_t times_;
    std::vector<PhaseCount> counts_;  // by kind, of a CPU worker
    std::vector<std::shared_ptr<Crossing>> crossings_;
    std::shared_ptr<Loop> loop_;  // null: they do not
    std::vector<std::shared_ptr<const void>> kept_;
    bool keeps_arrays_ = false;
    GraphRunPtr run_;
    std::vector<TraceLog::Number> traced_;   // by task; empty: no trace
    std::shared_ptr<TaskTimes> task_times_;  // on a GPU, of a trace
};

}  // namespace tasuki::runtime::detail
