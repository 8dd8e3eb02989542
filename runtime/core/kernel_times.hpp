// How long kernels take, each alone on its GPU: for the environment variable
// TASUKI_KERNEL_TIMES, which names a file.  For runtime/ alone.
#pragma once

#include <memory>

#include "runtime/gpu/gpu.hpp"

struct starpu_task;

namespace tasuki::runtime::detail {

/// Of the tasks of a Context.  simulation/kernel_times.cpp has it, for the
/// descriptions of machines.
class KernelTimes {
  public:
    /// Null unless the variable is there.
    /// @param several  ranks, which is refused
    /// @throws UsageError  that, or its file cannot be written
    static std::unique_ptr<KernelTimes> wanted(bool several);

    KernelTimes() = default;
    virtual ~KernelTimes() = default;
    KernelTimes(const KernelTimes&) = delete;
    KernelTimes& operator=(const KernelTimes&) = delete;

#if defined(TASUKI_HAS_GPU)
    /// The GPU worker that calls is about to queue the kernels of its task on a
    /// stream.  Waits for those of other workers.
    virtual void begin(gpu::Stream stream) = 0;
    /// It has queued them: waits for them, and notes in the task's header how
    /// long they took.
    virtual void end(gpu::Stream stream) = 0;
#endif
    /// A task of submit() has ended; its header says when it began and ended.
    virtual void see_end(starpu_task& task, int worker) = 0;
    /// Writes them.  Logs an error if it cannot.
    virtual void write() = 0;
};

}  // namespace tasuki::runtime::detail
