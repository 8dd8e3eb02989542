#include "runtime/policy/feedback_policy.hpp"

#include <starpu_hash.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "runtime/core/worker_mutex.hpp"
#include "runtime/policy/feedback.hpp"
#include "runtime/policy/task_classes.hpp"
#include "runtime/policy/task_note.hpp"
#include "runtime/policy/transfer_times.hpp"
#include "runtime/policy/worker_queue.hpp"

namespace tasuki::runtime {

namespace {

/// Of a task with an unknown time [s].
constexpr double kGuess = 50e-6;
/// One of so many times is measured when enough are known.
constexpr int kMeasuredPart = 4;
constexpr double kForever = std::numeric_limits<double>::infinity();

void (*say_news)(const std::string& line) = nullptr;

struct Scheduler {
    WorkerMutex mutex;
    Feedback feedback;
    TaskClasses classes;
    std::array<WorkerQueue, STARPU_NMAXWORKERS> queues;
    std::vector<unsigned> cpus, gpus;  // workers; the first on each GPU
    /// The other worker of its GPU, or itself: that of the first one takes the
    /// urgent tasks.
    std::array<unsigned, STARPU_NMAXWORKERS> other{};
    TransferTimes transfers;
    std::uint64_t arrivals = 0;
    std::atomic<int> open = 0;               // tasks that are ready or run
    std::atomic<Feedback::Class> clock = 0;  // whose ends feedback counts
    /// Times in which none was open: how many, and when this one began.
    std::atomic<std::uint32_t> silences = 0;
    double silent_since = 0;
};

Scheduler& scheduler(unsigned context) {
    return *static_cast<Scheduler*>(starpu_sched_ctx_get_policy_data(context));
}

double now() {
    return 1e-6 * starpu_timing_now();
}

bool is_cpu(unsigned worker) {
    return starpu_worker_get_type(static_cast<int>(worker)) ==
           STARPU_CPU_WORKER;
}

int device_of(unsigned gpu_worker) {
    return starpu_worker_get_devid(static_cast<int>(gpu_worker));
}

/// By which its kernel measures times.
double work_of(starpu_task* task) {
    return task->flops > 0 ? task->flops : std::max(1.0, bytes_of(task));
}

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

double transfer_to(const Scheduler& s, unsigned worker, starpu_task* task) {
    return s.transfers.seconds(task, worker, s.feedback.expects_crowd());
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
        const double transfer = transfer_to(s, gpu, task);
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
    note.is_movable = 1;
    if (note.hash == 0) note.hash = hash_of(task);
    const auto c = s.classes.of(task->cl, note.hash);
    queued.its_class = c;
    queued.work = work_of(task);
    if (!s.feedback.places().knows(c)) {
        const char* const name = starpu_task_get_name(task);
        s.feedback.add(c, bytes_of(task), name == nullptr ? "task" : name,
                       task->cl);
        s.clock = s.feedback.clock();
    }
    return s.feedback.place(c, queued.work, task->priority);
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
    const bool shares = s.feedback.shares_gpus() &&
                        s.queues[urgent].load() < s.queues[gpu].load();
    return shares ? urgent : gpu;
}

/// What a task that ends now had of its processor: half of a GPU that two
/// share, so that its time there is as that of one alone.
double part_of_gpu(const Scheduler& s, unsigned worker) {
    const unsigned other = s.other[worker];
    return other != worker && s.feedback.shares_gpus() && s.queues[other].runs()
               ? 0.5
               : 1;
}

/// @return  the worker; tells the task what it is expected to take there
unsigned choose(Scheduler& s, starpu_task* task, TaskNote& note,
                QueuedTask& queued) {
    using enum Feedback::Kind;
    const bool on_gpu = able(s.gpus, task), on_cpu = able(s.cpus, task);
    auto kind = on_gpu ? gpu : cpu;
    if (on_gpu && on_cpu) kind = place(s, task, note, queued);
    const auto seconds = [&](Feedback::Kind its) {
        if (note.is_movable == 0) return kGuess;
        const double known =
            s.feedback.places().seconds(queued.its_class, its, queued.work);
        return known > 0 ? known : kGuess;
    };
    const double time = now();
    Offer on_cpus, on_gpus;
    if (kind != gpu) on_cpus = best_cpu(s, time);
    if (kind != cpu) on_gpus.worker = choose_gpu(s, task, note, time);
    if (kind == either) {
        const double transfer = transfer_to(s, on_gpus.worker, task);
        kind = s.feedback.places().choose(
            queued.its_class, queued.work,
            ahead_on(s, on_gpus.worker, task->priority, time) + transfer,
            on_cpus.end + transfer_to(s, on_cpus.worker, task));
        if (kind == gpu) queued.transfer = transfer;
    }
    queued.seconds = seconds(kind);
    if (note.is_movable != 0)
        queued.is_measured =
            s.arrivals % kMeasuredPart == 0 ||
            s.feedback.places().wants_time(queued.its_class, kind, queued.work);
    if (kind == cpu) return on_cpus.worker;
    return worker_on(s, on_gpus.worker, task->priority);
}

void init(unsigned context) {
    starpu_sched_ctx_set_policy_data(context, new Scheduler);
    starpu_sched_ctx_set_min_priority(context, std::numeric_limits<int>::min());
    starpu_sched_ctx_set_max_priority(context, std::numeric_limits<int>::max());
}

void deinit(unsigned context) {
    delete &scheduler(context);
    starpu_sched_ctx_set_policy_data(context, nullptr);
}

void add_workers(unsigned context, int* workers, unsigned count) {
    Scheduler& s = scheduler(context);
    for (unsigned k = 0; k < count; ++k) {
        const auto worker = static_cast<unsigned>(workers[k]);
        s.other[worker] = worker;
        if (is_cpu(worker)) {
            s.cpus.push_back(worker);
            s.feedback.places().set_cpus(static_cast<int>(s.cpus.size()));
            continue;
        }
        const auto known =
            std::ranges::find(s.gpus, device_of(worker), device_of);
        if (known == s.gpus.end()) {
            s.gpus.push_back(worker);
            s.feedback.places().set_gpus(static_cast<int>(s.gpus.size()));
            s.transfers.look_at(worker);
        } else {
            s.other[*known] = worker;
            s.other[worker] = *known;
            s.feedback.let_workers_share();
        }
    }
}

void remove_workers(unsigned context, int* workers, unsigned count) {
    Scheduler& s = scheduler(context);
    for (unsigned k = 0; k < count; ++k)
        for (auto* of_kind : {&s.cpus, &s.gpus})
            std::erase(*of_kind, static_cast<unsigned>(workers[k]));
}

/// Finds the class of a task that may be movable, while nothing waits for it.
void submitted(starpu_task* task) {
    if (task->cl == nullptr || task->execute_on_a_specific_worker != 0) return;
    TaskNote note = TaskNote::of(task);
    if ((task->where & STARPU_CPU) != 0 && (task->where & ~STARPU_CPU) != 0)
        note.hash = hash_of(task);
    note.silence = scheduler(task->sched_ctx).silences;
    note.keep(task);
}

/// The first task after a time without any is ready.  One that had been
/// submitted before has waited for a message or a transfer, which is part of
/// the graph's time; else the program had made a pause.
void end_silence(Scheduler& s, TaskNote first) {
    if (s.silent_since > 0 && first.silence == (s.silences & 0x7fffu))
        s.feedback.paused(s.silent_since, now());
    s.silent_since = 0;
}

int push(starpu_task* task) {
    Scheduler& s = scheduler(task->sched_ctx);
    TaskNote note = TaskNote::of(task);
    note.was_pushed = 1;
    QueuedTask queued{task};
    unsigned worker;
    {
        starpu_worker_relax_on();
        const std::lock_guard lock{s.mutex};
        starpu_worker_relax_off();
        if (s.open++ == 0) end_silence(s, note);
        worker = choose(s, task, note, queued);
        s.queues[worker].expect(queued);
        note.keep(task);
    }
    // Its data travel while it queues, as StarPU has it for the tasks of a
    // fixed placement.
    if (starpu_get_prefetch_flag() != 0)
        starpu_prefetch_task_input_for(task, worker);
    {
        starpu_worker_relax_on();
        const std::lock_guard lock{s.mutex};
        starpu_worker_relax_off();
        s.queues[worker].push(
            s.feedback.keeps_priorities() ? task->priority : 0, s.arrivals++,
            queued);
        starpu_push_task_end(task);
    }
    starpu_wake_worker_relax_light(static_cast<int>(worker));
    return 0;
}

/// Where a worker finds its next task: in its own queue or, as CPUs are alike
/// and share their memory, in that of the CPU with the most.  A CPU that does
/// not run, as it sleeps or another program has it, keeps no task waiting.
WorkerQueue& queue_for(Scheduler& s, unsigned worker) {
    WorkerQueue& own = s.queues[worker];
    if (!own.is_empty() || !is_cpu(worker)) return own;
    return s.queues[*std::ranges::max_element(
        s.cpus, {}, [&](unsigned cpu) { return s.queues[cpu].waiting(); })];
}

starpu_task* pop(unsigned context) {
    Scheduler& s = scheduler(context);
    const auto worker = static_cast<unsigned>(starpu_worker_get_id_check());
    if (queue_for(s, worker).is_empty()) return nullptr;
    starpu_worker_relax_on();
    const std::lock_guard lock{s.mutex};
    starpu_worker_relax_off();
    return queue_for(s, worker).pop_for(
        s.queues[worker],
        [worker](const starpu_task* task) {
            return missing_bytes(task, worker);
        },
        [worker](starpu_task* task) { return !has_room(task, worker); });
}

void begun(starpu_task* task, unsigned context) {
    if (TaskNote::of(task).was_pushed == 0) return;
    if (const int worker = starpu_worker_get_id(); worker >= 0)
        scheduler(context).queues[static_cast<unsigned>(worker)].begin(task,
                                                                       now());
}

void ended(starpu_task* task, unsigned context) {
    const TaskNote note = TaskNote::of(task);
    if (note.was_pushed == 0) return;
    Scheduler& s = scheduler(context);
    const double time = now();
    QueuedTask queued;
    unsigned worker = 0;
    if (const int id = starpu_worker_get_id(); id >= 0) {
        worker = static_cast<unsigned>(id);
        queued = s.queues[worker].end(task, time).value_or(queued);
    }
    const bool was_last = --s.open == 0;
    const bool counts = note.is_movable != 0 && queued.its_class == s.clock;
    if (!was_last && !counts && !queued.is_measured) return;
    std::vector<std::string> news;
    {
        starpu_worker_relax_on();
        const std::lock_guard lock{s.mutex};
        starpu_worker_relax_off();
        if (s.open == 0) {
            s.silent_since = time;
            ++s.silences;
        }
        if (queued.is_measured)
            s.feedback.places().took(
                queued.its_class,
                is_cpu(worker) ? Feedback::Kind::cpu : Feedback::Kind::gpu,
                queued.work, (time - queued.begin) * part_of_gpu(s, worker));
        if (counts || queued.is_measured) {
            s.feedback.ended(queued.its_class, time);
            news = s.feedback.take_news();
        }
    }
    if (say_news != nullptr)
        for (const auto& line : news) say_news(line);
}

}  // namespace

void prepare_for_feedback(starpu_task& task, int near) {
    TaskNote note;
    note.near = static_cast<std::uint32_t>(near + 1);
    note.keep(&task);
}

bool feedback_is_settled() {
    Scheduler& s = scheduler(/*context=*/0);
    const std::lock_guard lock{s.mutex};
    return s.feedback.is_settled();
}

void tell_feedback_news(void (*say)(const std::string& line)) {
    say_news = say;
}

starpu_sched_policy& feedback_policy() {
    static starpu_sched_policy policy = [] {
        starpu_sched_policy p{};
        p.init_sched = init;
        p.deinit_sched = deinit;
        p.add_workers = add_workers;
        p.remove_workers = remove_workers;
        p.submit_hook = submitted;
        p.push_task = push;
        p.pop_task = pop;
        p.pre_exec_hook = begun;
        p.post_exec_hook = ended;
        // push() does; StarPU, which would too, ends a program that asks twice.
        p.prefetches = 1;
        p.policy_name = "feedback";
        p.policy_description =
            "each class of tasks on the kind of worker with which the whole "
            "graph runs fastest, as measured";
        p.worker_type = STARPU_WORKER_LIST;
        return p;
    }();
    return policy;
}

}  // namespace tasuki::runtime
