// Tasks that are submitted and have not ended, for who has to say what a run
// waits for, or to wait for those that run.  For runtime/ alone.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "runtime/core/open_task.hpp"
#include "runtime/core/task.hpp"

namespace tasuki::runtime::detail {

/// Opens the gates behind a task when it is destroyed.
struct OpenGates {
    void operator()(std::vector<starpu_task*>* gates) const;
};
using Gates = std::unique_ptr<std::vector<starpu_task*>, OpenGates>;

/// Those of a Context.  Any thread may call.
class OpenTasks {
  public:
    /// Number of tasks in each state.
    struct Counts {
        int waiting = 0;   ///< not those that wait for another rank
        int crossing = 0;  ///< those that wait for another rank
        int on_cpu = 0;    ///< not those that may wait for another rank there
        int crossing_on_cpu = 0;  ///< those that may
        int on_gpu = 0;
    };

    OpenTasks();

    /// It is about to be submitted.
    Task add(OpenTask& task);
    /// It has ended, or could not be submitted.
    /// @return  what waits for that, which need not be at once
    Gates remove(OpenTask& task);
    /// A number for what is no task.
    std::uint64_t next_number();
    bool has(const Task& task) const;
    /// An empty task that ends when these have.  The caller submits it.
    /// @return  null: they have
    /// @throws UsageError  one of them is of a graph
    starpu_task* gate_after(std::span<const Task> tasks);
    Counts count() const;
    /// What runs, and what waits, oldest first, in words.
    std::string describe() const;

  private:
    OpenTask* find(const Task& task) const;

    mutable std::mutex mutex_;
    OpenTask* first_ = nullptr;
    OpenTask* last_ = nullptr;
    std::uint64_t last_number_;
    /// What a Task is found by; null and listed as free: no task has it.
    std::vector<OpenTask*> slots_;
    std::vector<std::uint32_t> free_;
};

}  // namespace tasuki::runtime::detail
