// When each task of a list on a GPU ran, for traces.  For runtime/ alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "runtime/gpu/gpu.hpp"

namespace tasuki::runtime::detail {

class TaskTimes;

#if defined(TASUKI_HAS_GPU)
/// Tells times of events of a GPU in machine_nanoseconds().
class GpuClock {
  public:
    /// Of the current device; waits for nothing that is queued there.
    GpuClock();
    ~GpuClock();
    GpuClock(const GpuClock&) = delete;
    GpuClock& operator=(const GpuClock&) = delete;
    /// When an event happened, to some microseconds; after it has.
    std::int64_t time(gpu::Event event) const;
    /// When it was set.
    std::int64_t since() const { return since_; }

  private:
    gpu::Event zero_ = nullptr;
    std::int64_t since_ = 0;
};

/// Of one run of a list.
class TaskTimes {
  public:
    /// On the worker of the list, before it runs.
    /// @param gpus  of each task, by its first worker
    explicit TaskTimes(std::span<const int> gpus);
    ~TaskTimes();
    TaskTimes(const TaskTimes&) = delete;
    TaskTimes& operator=(const TaskTimes&) = delete;

    /// To be recorded before a task, in a stream or in a graph.
    gpu::Event before(std::size_t task) const { return events_[2 * task]; }
    /// Likewise, after it.
    gpu::Event after(std::size_t task) const { return events_[2 * task + 1]; }

    /// In machine_nanoseconds(); after the list has ended.
    std::int64_t begin(std::size_t task) const {
        return clocks_[task]->time(before(task));
    }
    /// Likewise.
    std::int64_t end(std::size_t task) const {
        return clocks_[task]->time(after(task));
    }

  private:
    std::vector<std::shared_ptr<const GpuClock>> clocks_;  // by task
    std::vector<gpu::Event> events_;
};

#endif

}  // namespace tasuki::runtime::detail
