#include "runtime/core/statistics.hpp"

#include <starpu.h>

#include <algorithm>

#include "runtime/core/kernel.hpp"

namespace tasuki::runtime {

void Statistics::reset() {
    const std::lock_guard lock{mutex_};
    phases_.clear();
    last_end_.clear();
}

std::map<std::string, PhaseCount> Statistics::phases() const {
    const std::lock_guard lock{mutex_};
    return phases_;
}

BusyTimes Statistics::busy() const {
    const std::lock_guard lock{mutex_};
    return busy_;
}

void Statistics::add(const std::string& phase, const PhaseCount& count) {
    ended_ += static_cast<std::uint64_t>(count.on_cpu + count.on_gpu);
    const std::lock_guard lock{mutex_};
    note_end(machine_nanoseconds());
    PhaseCount& sum = phases_[phase];
    sum.on_cpu += count.on_cpu;
    sum.on_gpu += count.on_gpu;
    sum.seconds += count.seconds;
    (count.on_gpu > 0 ? busy_.gpus : busy_.cpus) += count.seconds;
}

void Statistics::see_end(const starpu_task& task, int worker) {
    ++ended_;
    const bool cpu = starpu_worker_get_type(worker) == STARPU_CPU_WORKER;
    const std::lock_guard lock{mutex_};
    PhaseCount& phase = phases_[task.name];
    ++(cpu ? phase.on_cpu : phase.on_gpu);
    const auto& header = *static_cast<const detail::TaskHeader*>(task.cl_arg);
    const double seconds =
        header.beside > 0
            ? 1e-9 * static_cast<double>(header.end - header.begin)
            : not_counted(worker, header.begin,
                          header.end != 0 ? header.end : machine_nanoseconds());
    phase.seconds += seconds;
    (header.beside > 0 ? busy_.beside
     : cpu             ? busy_.cpus
                       : busy_.gpus) += seconds;
}

void Statistics::see_end(const std::string& name, int worker,
                         std::int64_t begin, int tasks) {
    ++ended_;
    const std::lock_guard lock{mutex_};
    PhaseCount& phase = phases_[name];
    phase.on_gpu += tasks;
    const double seconds = not_counted(worker, begin, machine_nanoseconds());
    phase.seconds += seconds;
    busy_.gpus += seconds;
}

/// With the mutex.
void Statistics::note_end(std::int64_t end) {
    newest_end_ = std::max(newest_end_.load(), end);
}

/// A GPU worker queues the next task while one runs: only the time after the
/// previous one ended counts.
double Statistics::not_counted(int worker, std::int64_t begin,
                               std::int64_t end) {
    last_end_.resize(
        std::max(last_end_.size(), static_cast<std::size_t>(worker) + 1));
    std::int64_t& last = last_end_[worker];
    begin = std::max(last, begin);
    last = end;
    note_end(end);
    return 1e-9 * static_cast<double>(std::max(begin, end) - begin);
}

}  // namespace tasuki::runtime
