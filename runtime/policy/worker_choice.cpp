#include "runtime/policy/worker_choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tasuki::runtime::detail {

namespace {

/// Time of a task while none of its class has been measured [s].
constexpr double kGuess = 50e-6;
/// When enough times are known, one of so many is measured.
constexpr int kMeasuredPart = 4;
constexpr double kForever = std::numeric_limits<double>::infinity();

/// What a worker would have to do until it has computed a task [s].
struct Offer {
    unsigned worker = 0;
    double end = kForever;
};

/// The CPU worker that is free first.
Offer best_cpu(const Scheduler& s, double now) {
    Offer best;
    int fewest = 0;
    for (const unsigned cpu : s.cpus) {
        const WorkerQueue& queue = s.queues[cpu];
        const double end = queue.ahead(now);
        const int load = queue.load();
        if (end > best.end || (end == best.end && load >= fewest)) continue;
        best = {cpu, end};
        fewest = load;
    }
    return best;
}

/// Until a GPU has computed what both of its workers have.  An urgent task does
/// not wait for the data of others, but shares the GPU with them.
double ahead_on(const Scheduler& s, unsigned gpu, int priority, double now) {
    const unsigned urgent = s.other[gpu];
    const double ahead = s.queues[urgent].ahead(now);
    if (urgent == gpu) return ahead;
    const WorkerQueue& others = s.queues[gpu];
    return ahead + (priority > 0 ? others.work(now) : others.ahead(now));
}

/// The GPU that is to end first, its data included.
Offer best_gpu(const Scheduler& s, starpu_task* task, double now) {
    Offer best;
    for (const unsigned gpu : s.gpus) {
        const double transfer = transfer_seconds(task, gpu, s.gpus.size());
        const double end = transfer + ahead_on(s, gpu, task->priority, now);
        if (end < best.end) best = {gpu, end};
    }
    return best;
}

/// Whether workers of a kind can run a task: they are alike.
bool able(const std::vector<unsigned>& workers, starpu_task* task) {
    return !workers.empty() &&
           starpu_worker_can_execute_task(workers.front(), task, 0) != 0;
}

/// Where the class of a movable task goes.
Feedback::Kind place(Scheduler& s, starpu_task* task, TaskNote& note,
                     QueuedTask& queued) {
    note.is_movable = true;
    const double bytes = std::max(1.0, bytes_of(task));
    const auto [found, is_new] = s.classes.try_emplace(
        {task->cl, std::ilogb(bytes)}, s.classes.size() + 1);
    const auto c = found->second;
    queued.its_class = c;
    queued.work = task->flops > 0 ? task->flops : bytes;
    if (is_new) {
        const char* const name = starpu_task_get_name(task);
        s.feedback.add(c, bytes, name == nullptr ? "task" : name, task->cl);
        s.clock = s.feedback.clock();
    }
    return s.feedback.place(c, queued.work);
}

unsigned choose_gpu(const Scheduler& s, starpu_task* task, TaskNote note,
                    double time) {
    const unsigned near = note.near - 1u;
    if (note.near > 0 && !is_cpu(near)) return near;
    return s.gpus.size() == 1 ? s.gpus.front() : best_gpu(s, task, time).worker;
}

/// Of the workers of a GPU.
unsigned worker_on(const Scheduler& s, unsigned gpu, int priority) {
    const unsigned urgent = s.other[gpu];
    if (priority > 0) return urgent;
    const bool shares =
        !s.have_priorities && s.queues[urgent].load() < s.queues[gpu].load();
    return shares ? urgent : gpu;
}

}  // namespace

double part_of_gpu(const Scheduler& s, unsigned worker) {
    const unsigned other = s.other[worker];
    return other != worker && !s.have_priorities && s.queues[other].runs() ? 0.5
                                                                           : 1;
}

unsigned choose_worker(Scheduler& s, starpu_task* task, TaskNote& note,
                       QueuedTask& queued) {
    using enum Feedback::Kind;
    const bool on_gpu = able(s.gpus, task), on_cpu = able(s.cpus, task);
    auto kind = on_gpu ? gpu : cpu;
    if (on_gpu && on_cpu) kind = place(s, task, note, queued);
    const auto seconds = [&](Feedback::Kind its) {
        if (!note.is_movable) return kGuess;
        const double known =
            s.feedback.places().seconds(queued.its_class, its, queued.work);
        return known > 0 ? known : kGuess;
    };
    const double time = now();
    Offer on_cpus, on_gpus;
    if (kind != gpu) on_cpus = best_cpu(s, time);
    if (kind != cpu) on_gpus.worker = choose_gpu(s, task, note, time);
    if (kind == either) {
        const double transfer =
            transfer_seconds(task, on_gpus.worker, s.gpus.size());
        kind = s.feedback.places().choose(
            queued.its_class, queued.work,
            ahead_on(s, on_gpus.worker, task->priority, time) + transfer,
            on_cpus.end +
                transfer_seconds(task, on_cpus.worker, s.gpus.size()));
        if (kind == gpu) queued.transfer = transfer;
    }
    queued.seconds = seconds(kind);
    if (note.is_movable)
        queued.is_measured =
            s.arrivals % kMeasuredPart == 0 ||
            s.feedback.places().wants_time(queued.its_class, kind);
    if (kind == cpu) return on_cpus.worker;
    return worker_on(s, on_gpus.worker, task->priority);
}

}  // namespace tasuki::runtime::detail
