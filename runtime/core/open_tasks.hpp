// Tasks that are submitted and have not ended, for who has to say what a run
// waits for, or to wait for those that run.  For runtime/ alone.
#pragma once

#include <mutex>
#include <string>

#include "runtime/core/open_task.hpp"

namespace tasuki::runtime::detail {

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

    /// It is about to be submitted.
    void add(OpenTask& task);
    /// It has ended, or could not be submitted.
    void remove(OpenTask& task);
    Counts count() const;
    /// What runs, and what waits, oldest first, in words.
    std::string describe() const;

  private:
    mutable std::mutex mutex_;
    OpenTask* first_ = nullptr;
    OpenTask* last_ = nullptr;
};

}  // namespace tasuki::runtime::detail
