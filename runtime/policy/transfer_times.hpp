// How long the data of a task travel.
#pragma once

#include <starpu.h>

#include <cstddef>

namespace tasuki::runtime {

/// Of all data that a task uses.
inline double bytes_of(starpu_task* task) {
    double bytes = 0;
    for (unsigned i = 0; i < STARPU_TASK_GET_NBUFFERS(task); ++i)
        bytes += static_cast<double>(
            starpu_data_get_size(STARPU_TASK_GET_HANDLE(task, i)));
    return bytes;
}

/// Of the data that a task reads and a worker has not, and once more of all for
/// which its memory has no place yet: where it is full, others leave it first.
inline double missing_bytes(const starpu_task* task, unsigned worker) {
    const auto node = static_cast<int>(starpu_worker_get_memory_node(worker));
    double missing = 0;
    for (unsigned i = 0; i < STARPU_TASK_GET_NBUFFERS(task); ++i) {
        int is_allocated = 0, is_valid = 0, is_requested = 0;
        starpu_data_handle_t data = STARPU_TASK_GET_HANDLE(task, i);
        starpu_data_query_status(data, node, &is_allocated, &is_valid,
                                 &is_requested);
        const bool is_read = (STARPU_TASK_GET_MODE(task, i) & STARPU_R) != 0;
        const int times =
            (is_read && is_valid == 0 ? 1 : 0) + (is_allocated == 0 ? 1 : 0);
        if (times > 0)
            missing += times * static_cast<double>(starpu_data_get_size(data));
    }
    return missing;
}

/// Whether the memory of a worker has room for all data that a task uses.
inline bool has_room(starpu_task* task, unsigned worker) {
    const auto room =
        starpu_memory_get_available(starpu_worker_get_memory_node(worker));
    return room < 0 || static_cast<double>(room) >= bytes_of(task);
}

/// Time that all data take which a task needs on a worker and that are not on
/// the way there [s].  StarPU expects that each GPU of the machine sends and
/// receives on one bus meanwhile.  But several have a link each; and where
/// there is one, what leaves it is in the way of what comes.
inline double transfer_seconds(starpu_task* task, unsigned worker,
                               std::size_t gpus) {
    const double expected =
        1e-6 * starpu_task_expected_data_transfer_time_for(task, worker);
    const double seconds =
        gpus > 1 ? expected / (2.0 * static_cast<double>(gpus)) : expected;
    // It is no number where the link was not measured.
    if (!(seconds > 0)) return 0;
    // Where the memory is full, as much has to leave it.
    return has_room(task, worker) ? seconds : 2 * seconds;
}

}  // namespace tasuki::runtime
