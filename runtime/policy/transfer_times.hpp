// How long the data of a task travel.
#pragma once

#include <starpu.h>

#include <cstddef>

namespace tasuki::runtime {

/// Whether all data that a task reads are in the memory of a worker.
inline bool has_data(const starpu_task* task, unsigned worker) {
    const auto node = static_cast<int>(starpu_worker_get_memory_node(worker));
    for (unsigned i = 0; i < STARPU_TASK_GET_NBUFFERS(task); ++i) {
        int is_allocated = 0, is_valid = 0, is_requested = 0;
        if ((STARPU_TASK_GET_MODE(task, i) & STARPU_R) == 0) continue;
        starpu_data_query_status(STARPU_TASK_GET_HANDLE(task, i), node,
                                 &is_allocated, &is_valid, &is_requested);
        if (is_valid == 0) return false;
    }
    return true;
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
        return in_crowd ? expected : expected / crowd_;
    }

  private:
    double crowd_ = 1;
};

}  // namespace tasuki::runtime
