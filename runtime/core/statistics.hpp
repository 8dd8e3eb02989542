// Number and time of the tasks of each phase by worker, counted as they end.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace tasuki::runtime {

/// Totals of the tasks of one codelet since the last reset.
struct PhaseCount {
    int on_cpu = 0;      ///< tasks
    int on_gpu = 0;      ///< tasks
    double seconds = 0;  ///< time during which workers were busy with them [s]
};

class Statistics {
  public:
    /// Forgets everything; no task may be running.
    static void reset();
    /// Per codelet name.  Wait for the tasks first.
    static std::map<std::string, PhaseCount> phases();
    /// Tasks that have ended since the process began.
    static std::uint64_t ended() noexcept;
    /// StarPU's callback at the end of every task.
    static void on_task_end(void*);
};

}  // namespace tasuki::runtime
