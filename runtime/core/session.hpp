// What a Context holds for its tasks.  For runtime/ alone.
//
// StarPU passes nothing of ours to some of its callbacks (the end of a task, a
// footprint, memory of the host), so these find it by session().  StarPU itself
// is one for a process, and so is the Context.
#pragma once

#include <starpu.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/core/blocking.hpp"
#include "runtime/core/data_state.hpp"
#include "runtime/core/first_failure.hpp"
#include "runtime/core/kernel_times.hpp"
#include "runtime/core/messages.hpp"
#include "runtime/core/open_messages.hpp"
#include "runtime/core/open_tasks.hpp"
#include "runtime/core/placement.hpp"
#include "runtime/core/statistics.hpp"
#include "runtime/core/task_stream.hpp"
#include "runtime/graph/mirrors.hpp"
#include "runtime/graph/recorder.hpp"
#include "runtime/graph/task_times.hpp"
#include "runtime/policy/model_watch.hpp"

namespace tasuki::runtime {

class TraceLog;
namespace detail {
class Batches;
}

/// Work of a policy on a task before it is submitted, while nothing waits for
/// it; `task->sched_data` is the policy's.
/// @param task  with its arrays; not for one worker only
/// @param near  as in SubmitOptions
using Preparation = void (*)(starpu_task& task, int near);

/// How often lists of tasks on GPUs were run in which way.
struct GraphCounts {
    std::atomic<std::int64_t> captured{0};  ///< as a new graph
    std::atomic<std::int64_t> updated{0};   ///< with what has changed
    std::atomic<std::int64_t> launched{0};  ///< of either
    std::atomic<std::int64_t> loops{0};     ///< of these, by the device itself
    std::atomic<std::int64_t> queued{0};    ///< without a graph
};

/// What a Context and its tasks share.
struct Session {
    /// Becomes that of the process.
    /// @throws UsageError  there is one already, or StarPU runs without one
    Session();
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// An exception leaves arrays with open messages, and the process is to
    /// end: no task computes any more when this returns, but for lists that
    /// wait for another rank.
    void abandon() noexcept;

    /// Whether the program may go on.
    /// @throws TaskFailed, RankFailed  the Context has failed
    /// @throws UsageError              abandon() was called
    void check() const {
        failure.check();
        messages.check();
    }

    /// Of the policy; null for none.
    Preparation preparation = nullptr;
    /// Whether that policy is done with trying; null: it tries nothing.
    bool (*settled)() = nullptr;
    Placements placements;  ///< of ContextOptions
    /// Logical CPUs (OS numbers) of each worker; empty for that of a GPU.
    std::array<std::vector<int>, STARPU_NMAXWORKERS> teams;
    /// One of each GPU, the first.
    std::vector<int> gpu_workers;
    std::array<int, STARPU_NMAXWORKERS> urgent{};  ///< see urgent_worker()
    std::array<int, STARPU_NMAXWORKERS> first{};   ///< see first_worker()
#if defined(TASUKI_HAS_GPU)
    /// By worker; without any until a task needs one.
    std::array<StreamsOfWorker, STARPU_NMAXWORKERS> streams;
    /// By worker; copies of arrays for lists of several GPUs.
    std::array<detail::MirrorsOfWorker, STARPU_NMAXWORKERS> mirrors;
#endif
    /// Keeps performance models measured with another number of CPUs per
    /// worker apart.
    std::uint32_t machine_variant = 0;
    /// That a task may need on a GPU; 0 without one [B].
    std::size_t gpu_memory = 0;
    /// Whether there are several, and each reaches the memory of the others:
    /// lists of all of them are one graph.
    bool joins_gpus = false;
    /// Whether GPUs read host memory, which is then pinned for their copy
    /// engines.
    bool pins_memory = false;
    Statistics statistics;              ///< since the Context began
    FirstFailure failure;               ///< of a task; empty: none has failed
    OpenMessages messages{statistics};  ///< of this rank
    /// To other ranks and from them; null: there are none.
    std::unique_ptr<detail::Messages> transfers;
    detail::OpenTasks tasks;         ///< that have not ended
    detail::LivingArrays arrays;     ///< that have not ended
    std::atomic<int> background{0};  ///< tasks for which wait() does not wait
    std::int64_t faces = 0;  ///< numbers of messages that Blocks have taken
    int exceptions;          ///< that were passing when the Context began
    ModelWatch models;       ///< of the policy of the run
    std::unique_ptr<detail::KernelTimes> kernel_times;  ///< null: not wanted
    TraceLog* log = nullptr;  ///< of the Recorder; null: nothing is recorded
    bool captures = false;    ///< whether tasks of graphs become lists
    /// Whether places of tasks of graphs are found by running them.
    bool searches = false;
    detail::Graphs recorded;           ///< as values
    GraphCounts graphs;                ///< of lists
    detail::BlockingThreads blocking;  ///< for kernels that block
    /// Lists that StarPU has not got yet; never null.
    std::unique_ptr<detail::Batches> batches;
};

/// That of the process; null without a Context.
Session* find_session() noexcept;

/// Where there is a Context: in its tasks and messages, and what they call.
inline Session& session() noexcept {
    return *find_session();
}

/// Whether it computes on a GPU.
inline bool is_gpu_worker(int id) {
    return starpu_worker_get_type(id) != STARPU_CPU_WORKER;
}
/// The worker on the GPU of worker `id` that takes tasks of priority above 0;
/// `id` itself where it is the only one.
int urgent_worker(int id);
/// The first worker on the GPU of worker `id`, and `id` itself of a CPU.
int first_worker(int id);

}  // namespace tasuki::runtime
