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

/// StarPU expects a transfer to take as long as if each GPU of the machine sent
/// and received on one bus meanwhile.  On several GPUs that have a link each,
/// this is several times too long.
class TransferTimes {
  public:
    /// Learns from the links of a GPU how much longer StarPU takes them for.
    void look_at(unsigned gpu_worker) {
        constexpr std::size_t bytes = 1 << 20;
        const unsigned node = starpu_worker_get_memory_node(gpu_worker);
        const double alone =
            starpu_transfer_latency(STARPU_MAIN_RAM, node) +
            bytes / starpu_transfer_bandwidth(STARPU_MAIN_RAM, node);
        const double crowded =
            starpu_transfer_predict(STARPU_MAIN_RAM, node, bytes);
        // It is no number where the link was not measured.
        crowd_ = crowded > alone ? crowded / alone : 1;
    }
    /// Of all data that a task needs on a worker and that are not on the way
    /// there [s].
    /// @param in_crowd  as StarPU expects it; else as if nothing else travelled
    double seconds(starpu_task* task, unsigned worker, bool in_crowd) const {
        const double expected =
            1e-6 * starpu_task_expected_data_transfer_time_for(task, worker);
        const double alone = in_crowd ? expected : expected / crowd_;
        if (alone <= 0) return 0;
        // Where the memory is full, as much has to leave it.
        return has_room(task, worker) ? alone : 2 * alone;
    }

  private:
    double crowd_ = 1;
};

}  // namespace tasuki::runtime
