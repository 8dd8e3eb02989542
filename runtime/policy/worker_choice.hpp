// Which worker a task of the policy `feedback` goes to: the choice itself, and
// what it looks at.  For runtime/policy/ alone.
#pragma once

#include <starpu.h>
#include <starpu_scheduler.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "runtime/policy/feedback.hpp"
#include "runtime/policy/task_note.hpp"
#include "runtime/policy/transfer_times.hpp"
#include "runtime/policy/worker_mutex.hpp"
#include "runtime/policy/worker_queue.hpp"

namespace tasuki::runtime::detail {

/// What the policy keeps of a scheduling context.
struct Scheduler {
    WorkerMutex mutex;
    Feedback feedback;
    /// By codelet and data, to a power of two; from 1 as they appear.
    std::map<std::pair<const starpu_codelet*, int>, Feedback::Class> classes;
    std::array<WorkerQueue, STARPU_NMAXWORKERS> queues;
    std::vector<unsigned> cpus, gpus;  // workers; the first on each GPU
    /// The other worker of its GPU, or itself: that of the first one takes the
    /// urgent tasks.
    std::array<unsigned, STARPU_NMAXWORKERS> other{};
    /// Then the second worker of a GPU has urgent tasks alone, else the GPU
    /// runs two tasks at once.
    bool have_priorities = false;
    std::uint64_t arrivals = 0;
    std::atomic<int> open = 0;               // tasks that are ready or run
    std::atomic<Feedback::Class> clock = 0;  // whose ends feedback counts
    /// Times in which none was open: how many, and when this one began.
    std::atomic<std::uint32_t> silences = 0;
    double silent_since = 0;
};

inline double now() {
    return 1e-6 * starpu_timing_now();
}

inline bool is_cpu(unsigned worker) {
    return starpu_worker_get_type(static_cast<int>(worker)) ==
           STARPU_CPU_WORKER;
}

/// What a task that ends now had of its processor: half of a GPU that two
/// share, so that its time there is as that of one alone.
double part_of_gpu(const Scheduler& s, unsigned worker);

/// @return  the worker; tells the task what it is expected to take there
unsigned choose_worker(Scheduler& s, starpu_task* task, TaskNote& note,
                       QueuedTask& queued);

}  // namespace tasuki::runtime::detail
