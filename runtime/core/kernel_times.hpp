// How long kernels take, each alone on its GPU: for the environment variable
// TASUKI_KERNEL_TIMES, which names a file.  For runtime/ alone.
#pragma once

#include <cstddef>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "runtime/core/task_work.hpp"
#include "runtime/core/worker_mutex.hpp"
#include "runtime/gpu/gpu.hpp"

namespace tasuki::runtime::detail {

/// Of the tasks of a Context.
class KernelTimes {
  public:
    /// Null unless the variable is there.
    /// @param several  ranks, which is refused
    /// @throws UsageError  that, or its file cannot be written
    static std::unique_ptr<KernelTimes> wanted(bool several);

    explicit KernelTimes(const std::string& path);

#if defined(TASUKI_HAS_GPU)
    /// The GPU worker that calls is about to queue the kernels of its task on a
    /// stream.  Waits for those of other workers.
    void begin(gpu::Stream stream);
    /// It has queued them: waits for them, and notes in the task's header how
    /// long they took.
    void end(gpu::Stream stream);
#endif
    /// A task of submit() has ended; its header says when it began and ended.
    void see_end(starpu_task& task, int worker);
    /// Writes them as a JSON list: `kernel`, `worker` ("cpu" or "gpu"),
    /// `threads`, `number_bytes`, `bytes` and `flops` of a task, `tasks`, and
    /// `seconds`, the median.  Logs an error if it cannot.
    void write();

  private:
    /// Kernel, whether on a GPU, threads.
    using Key = std::tuple<std::string, bool, std::size_t, TaskWork>;

    std::string path_;
    std::ofstream file_;
    WorkerMutex mutex_;
    std::map<Key, std::vector<double>> seconds_;
#if defined(TASUKI_HAS_GPU)
    WorkerMutex gpu_;                        // held from begin() to end()
    std::unique_ptr<gpu::Stopwatch> watch_;  // on the GPU of that worker
#endif
};

}  // namespace tasuki::runtime::detail
