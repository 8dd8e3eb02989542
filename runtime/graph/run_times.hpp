// How long runs of graphs take.  For runtime/ alone.
#pragma once

#include <starpu.h>

#include <atomic>
#include <cstdint>
#include <memory>

#include "runtime/policy/worker_mutex.hpp"

namespace tasuki::runtime::detail {

/// Of graphs that take turns.  A pause of the program between two runs does not
/// count.  Any thread may call.
class RunTimes {
  public:
    RunTimes();
    ~RunTimes();
    RunTimes(const RunTimes&) = delete;
    RunTimes& operator=(const RunTimes&) = delete;

    void see_begin();
    /// @param begin, end  in machine_nanoseconds(); of runs that follow each
    ///                    other as one
    void see_end(std::int64_t begin, std::int64_t end, std::int64_t runs);
    /// Waits until all runs that have begun have ended.
    void wait();
    /// Number of runs that have ended since take().
    std::int64_t ended() const;
    /// Mean time of these runs, which it forgets [s].
    double take();

  private:
    mutable WorkerMutex mutex_;
    starpu_pthread_cond_t none_open_;
    std::int64_t open_ = 0;              // see_begin() without see_end()
    std::int64_t ended_ = 0, last_ = 0;  // runs; end of the last one
    std::int64_t busy_ = 0;              // [ns]
};

/// One run, or several that are one list.  Its tasks and lists hold it until
/// they have ended.
class GraphRun {
  public:
    /// @param times  is told when the last holder has released it
    explicit GraphRun(std::shared_ptr<RunTimes> times);
    GraphRun(const GraphRun&) = delete;
    GraphRun& operator=(const GraphRun&) = delete;

    void hold() { ++holders_; }
    /// Destroys it if nobody holds it any more.
    void release();
    /// Its list has run so often.
    void see_runs(std::int64_t runs) { runs_ = runs; }

  private:
    ~GraphRun() = default;

    std::atomic<int> holders_{1};
    std::atomic<std::int64_t> runs_{1};
    const std::shared_ptr<RunTimes> times_;
    const std::int64_t begin_;
};

struct Release {
    void operator()(GraphRun* run) const { run->release(); }
};
/// Holds one; null: the run is not timed.
using GraphRunPtr = std::unique_ptr<GraphRun, Release>;

}  // namespace tasuki::runtime::detail
