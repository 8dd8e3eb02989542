// Number and time of the tasks of each phase by worker, counted as they end.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

struct starpu_task;

namespace tasuki::runtime {

/// Totals of the tasks of one codelet since the last reset.
struct PhaseCount {
    int on_cpu = 0;      ///< tasks
    int on_gpu = 0;      ///< tasks
    double seconds = 0;  ///< time during which workers were busy with them [s]
};

/// Seconds of tasks on workers of a kind, over all of them [s].
struct BusyTimes {
    double cpus = 0;    ///< of tasks on CPU workers
    double gpus = 0;    ///< of tasks on GPU workers
    double beside = 0;  ///< of tasks that block, on threads of their own
};

/// Of a Context.
class Statistics {
  public:
    /// Forgets the phases; no task may be running.
    void reset();
    /// Per codelet name.  Wait for the tasks first.
    std::map<std::string, PhaseCount> phases() const;
    /// Since the Context began, whatever was reset.
    BusyTimes busy() const;
    /// When the newest of them ended, in machine_nanoseconds(), but for those
    /// that block; 0: none has.
    std::int64_t last_end() const noexcept { return newest_end_; }
    /// Tasks that have ended since the Context began.
    std::uint64_t ended() const noexcept { return ended_; }

    /// A task of submit() ends.  Called in its callback, on its worker.
    void see_end(const starpu_task& task, int worker);
    /// Tasks of a phase that a worker has done together.
    void add(const std::string& phase, const PhaseCount& count);
    /// Tasks of a phase that went to a GPU worker together end.
    /// @param begin  when they were queued, in machine_nanoseconds()
    void see_end(const std::string& phase, int worker, std::int64_t begin,
                 int tasks);
    /// A task of unknown phase ends.
    void see_end() noexcept { ++ended_; }

  private:
    double not_counted(int worker, std::int64_t begin, std::int64_t end);
    void note_end(std::int64_t end);

    mutable std::mutex mutex_;
    std::map<std::string, PhaseCount> phases_;
    BusyTimes busy_;
    std::vector<std::int64_t> last_end_;  // by worker [ns]
    std::atomic<std::int64_t> newest_end_{0};
    std::atomic<std::uint64_t> ended_{0};
};

}  // namespace tasuki::runtime
