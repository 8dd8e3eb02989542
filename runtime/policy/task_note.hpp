// What the policy writes on a task.
#pragma once

#include <starpu.h>

#include <bit>
#include <cstdint>

namespace tasuki::runtime {

/// What a task carries from its submission to its end, in sched_data.
struct TaskNote {
    std::uint32_t hash = 0;          ///< of its class
    std::uint32_t near : 14 = 0;     ///< worker + 1; 0 if not told
    std::uint32_t silence : 15 = 0;  ///< in which it was submitted, or after it
    std::uint32_t is_movable : 1 = 0;  ///< to either kind of worker
    std::uint32_t was_pushed : 1 = 0;  ///< by StarPU to the policy

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
              STARPU_NMAXWORKERS < 1 << 14);

/// As performance models tell tasks apart, and by codelet.
inline std::uint32_t hash_of(starpu_task* task) {
    const starpu_codelet* const codelet = task->cl;
    const auto* const model = codelet->model;
    const std::uint32_t data = model != nullptr && model->footprint != nullptr
                                   ? model->footprint(task)
                                   : starpu_task_data_footprint(task);
    return starpu_hash_crc32c_be_n(&codelet, sizeof codelet, data);
}

}  // namespace tasuki::runtime
