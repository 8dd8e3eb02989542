// What the policy writes on a task.
#pragma once

#include <starpu.h>

#include <bit>
#include <cstdint>

namespace tasuki::runtime {

/// What a task carries from its submission to its end, in sched_data.
struct TaskNote {
    std::uint32_t silence = 0;  ///< in which it was submitted, or after it
    std::uint16_t near = 0;     ///< worker + 1; 0 if not told
    bool is_movable = false;    ///< to either kind of worker
    bool was_pushed = false;    ///< by StarPU to the policy

    /// That of a task; empty if none was kept.
    static TaskNote of(const starpu_task* task) {
        return std::bit_cast<TaskNote>(task->sched_data);
    }
    /// On the task.
    void keep(starpu_task* task) const {
        task->sched_data = std::bit_cast<void*>(*this);
    }
};
static_assert(sizeof(TaskNote) == sizeof(void*) &&
              STARPU_NMAXWORKERS < 1 << 16);

}  // namespace tasuki::runtime
