#include "runtime/core/statistics.hpp"

#include <starpu.h>
#include <starpu_profiling.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>

#include "runtime/trace/trace_log.hpp"

namespace tasuki::runtime {

namespace {

double seconds(const timespec& t) {
    return static_cast<double>(t.tv_sec) +
           1e-9 * static_cast<double>(t.tv_nsec);
}

struct State {
    std::mutex mutex;
    std::map<std::string, PhaseCount> phases;
    std::array<double, STARPU_NMAXWORKERS> last_end{};
    std::atomic<std::uint64_t> ended{0};
};

State& state() {
    static State instance;
    return instance;
}

}  // namespace

void Statistics::reset() {
    const std::lock_guard lock{state().mutex};
    state().phases.clear();
    state().last_end.fill(0);
}

std::map<std::string, PhaseCount> Statistics::phases() {
    const std::lock_guard lock{state().mutex};
    return state().phases;
}

std::uint64_t Statistics::ended() noexcept {
    return state().ended;
}

void Statistics::on_task_end(void*) {
    ++state().ended;
    const starpu_task* task = starpu_task_get_current();
    const int worker = starpu_worker_get_id();
    if (task == nullptr || worker < 0) return;
    TraceLog::instance().see_end(*task, worker);
    const bool cpu = starpu_worker_get_type(worker) == STARPU_CPU_WORKER;
    const std::lock_guard lock{state().mutex};
    PhaseCount& phase = state().phases[task->name];
    ++(cpu ? phase.on_cpu : phase.on_gpu);
    if (const auto* info = task->profiling_info) {
        // A GPU worker queues the next task while one runs: count only the
        // time after the previous one ended.
        double& last = state().last_end[worker];
        const double end = seconds(info->end_time);
        phase.seconds +=
            std::max(0.0, end - std::max(last, seconds(info->start_time)));
        last = end;
    }
}

}  // namespace tasuki::runtime
