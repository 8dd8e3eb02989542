#include "runtime/policy/feedback_policy.hpp"

#include <starpu_hash.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <limits>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "runtime/core/worker_mutex.hpp"
#include "runtime/policy/feedback.hpp"

namespace tasuki::runtime {

namespace {

using Key =
    std::pair<std::int64_t, std::uint64_t>;  // (-priority)(order of arrival)

void (*say_news)(const std::string& line) = nullptr;

struct Scheduler {
    WorkerMutex mutex;
    Feedback feedback;
    std::array<std::map<Key, starpu_task*>, STARPU_NMAXWORKERS> queues;
    /// Sizes of the queues: a worker that polls an empty one takes no lock.
    std::array<std::atomic<int>, STARPU_NMAXWORKERS> waiting{};
    /// Taken from its queue, not ended.
    std::array<std::atomic<int>, STARPU_NMAXWORKERS> taken{};
    std::vector<unsigned> cpus, gpus;  // workers; the first on each GPU
    /// By that one, which of a GPU takes the urgent tasks: the last.
    std::array<unsigned, STARPU_NMAXWORKERS> urgent{};
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

/// What a task carries from its submission to its end, in sched_data.
struct Note {
    std::uint32_t hash = 0;          ///< of its class
    std::uint32_t near : 14 = 0;     ///< worker + 1; 0 if not told
    std::uint32_t silence : 15 = 0;  ///< in which it was submitted, or after it
    std::uint32_t is_movable : 1 = 0;  ///< to either kind of worker
    std::uint32_t was_pushed : 1 = 0;
};
static_assert(sizeof(Note) == sizeof(void*) && STARPU_NMAXWORKERS < 1 << 14);

Note note_of(const starpu_task* task) {
    return std::bit_cast<Note>(task->sched_data);
}
void keep(Note note, starpu_task* task) {
    task->sched_data = std::bit_cast<void*>(note);
}

/// As performance models tell tasks apart, and by codelet.
std::uint32_t hash_of(starpu_task* task) {
    const starpu_codelet* const codelet = task->cl;
    const auto* const model = codelet->model;
    const std::uint32_t data = model != nullptr && model->footprint != nullptr
                                   ? model->footprint(task)
                                   : starpu_task_data_footprint(task);
    return starpu_hash_crc32c_be_n(&codelet, sizeof codelet, data);
}

Feedback::Class class_of(Note note) {
    return note.hash;
}

double bytes_of(starpu_task* task) {
    double bytes = 0;
    for (unsigned i = 0; i < STARPU_TASK_GET_NBUFFERS(task); ++i)
        bytes += static_cast<double>(
            starpu_data_get_size(STARPU_TASK_GET_HANDLE(task, i)));
    return bytes;
}

std::size_t load(const Scheduler& s, unsigned worker) {
    return s.queues[worker].size() +
           static_cast<std::size_t>(s.taken[worker].load());
}

unsigned least_busy(const Scheduler& s, const std::vector<unsigned>& workers) {
    const auto both = [&s](unsigned worker) {
        const unsigned urgent = s.urgent[worker];
        return load(s, worker) + (urgent == worker ? 0 : load(s, urgent));
    };
    return *std::min_element(
        workers.begin(), workers.end(),
        [&](unsigned a, unsigned b) { return both(a) < both(b); });
}

/// Where least has to be moved.
unsigned nearest(const Scheduler& s, const std::vector<unsigned>& gpus,
                 starpu_task* task) {
    if (gpus.size() == 1) return gpus.front();
    std::vector<unsigned> best;
    double least = std::numeric_limits<double>::infinity();
    for (const unsigned gpu : gpus) {
        const double transfer =
            starpu_task_expected_data_transfer_time_for(task, gpu);
        if (transfer < least) best.clear();
        least = std::min(least, transfer);
        if (transfer <= least) best.push_back(gpu);
    }
    return least_busy(s, best);
}

/// Whether workers of a kind can run a task: they are alike.
bool able(const std::vector<unsigned>& workers, starpu_task* task) {
    return !workers.empty() &&
           starpu_worker_can_execute_task(workers.front(), task, 0) != 0;
}

/// @param note  of the task; told whether it is movable
bool goes_to_cpu(Scheduler& s, starpu_task* task, Note& note) {
    if (!able(s.gpus, task)) return true;
    if (!able(s.cpus, task)) return false;
    note.is_movable = 1;
    if (note.hash == 0) note.hash = hash_of(task);
    const auto c = class_of(note);
    if (!s.feedback.knows(c)) {
        const char* const name = starpu_task_get_name(task);
        s.feedback.add(c, bytes_of(task), name == nullptr ? "task" : name);
        s.clock = s.feedback.clock();
    }
    return s.feedback.place(c) == Feedback::Kind::cpu;
}

unsigned choose(Scheduler& s, starpu_task* task, Note& note) {
    if (goes_to_cpu(s, task, note)) return least_busy(s, s.cpus);
    const unsigned near = note.near - 1u;
    const unsigned gpu =
        note.near > 0 && !is_cpu(near) ? near : nearest(s, s.gpus, task);
    return task->priority > 0 ? s.urgent[gpu] : gpu;
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
        s.urgent[worker] = worker;
        if (is_cpu(worker)) {
            s.cpus.push_back(worker);
            continue;
        }
        const auto known =
            std::ranges::find(s.gpus, device_of(worker), device_of);
        if (known == s.gpus.end())
            s.gpus.push_back(worker);
        else
            s.urgent[*known] = worker;
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
    Note note = note_of(task);
    if ((task->where & STARPU_CPU) != 0 && (task->where & ~STARPU_CPU) != 0)
        note.hash = hash_of(task);
    note.silence = scheduler(task->sched_ctx).silences;
    keep(note, task);
}

/// The first task after a time without any is ready.  One that had been
/// submitted before has waited for a message or a transfer, which is part of
/// the graph's time; else the program had made a pause.
void end_silence(Scheduler& s, Note first) {
    if (s.silent_since > 0 && first.silence == (s.silences & 0x7fffu))
        s.feedback.paused(s.silent_since, now());
    s.silent_since = 0;
}

int push(starpu_task* task) {
    Scheduler& s = scheduler(task->sched_ctx);
    Note note = note_of(task);
    note.was_pushed = 1;
    unsigned worker;
    {
        starpu_worker_relax_on();
        const std::lock_guard lock{s.mutex};
        starpu_worker_relax_off();
        if (s.open++ == 0) end_silence(s, note);
        worker = choose(s, task, note);
        keep(note, task);
    }
    // Its data travel while it queues, as StarPU has it for the tasks of a
    // fixed placement.
    if (starpu_get_prefetch_flag() != 0)
        starpu_prefetch_task_input_for(task, worker);
    {
        starpu_worker_relax_on();
        const std::lock_guard lock{s.mutex};
        starpu_worker_relax_off();
        s.queues[worker][{-std::int64_t{task->priority}, s.arrivals++}] = task;
        ++s.waiting[worker];
        starpu_push_task_end(task);
    }
    starpu_wake_worker_relax_light(static_cast<int>(worker));
    return 0;
}

starpu_task* pop(unsigned context) {
    Scheduler& s = scheduler(context);
    const auto worker = static_cast<unsigned>(starpu_worker_get_id_check());
    if (s.waiting[worker] == 0) return nullptr;
    starpu_worker_relax_on();
    const std::lock_guard lock{s.mutex};
    starpu_worker_relax_off();
    auto& queue = s.queues[worker];
    if (queue.empty()) return nullptr;
    starpu_task* task = queue.begin()->second;
    queue.erase(queue.begin());
    --s.waiting[worker];
    ++s.taken[worker];
    return task;
}

void ended(starpu_task* task, unsigned context) {
    const Note note = note_of(task);
    if (note.was_pushed == 0) return;
    Scheduler& s = scheduler(context);
    if (const int worker = starpu_worker_get_id(); worker >= 0)
        --s.taken[worker];
    const bool was_last = --s.open == 0;
    const bool counts = note.is_movable != 0 && class_of(note) == s.clock;
    if (!was_last && !counts) return;
    std::vector<std::string> news;
    {
        starpu_worker_relax_on();
        const std::lock_guard lock{s.mutex};
        starpu_worker_relax_off();
        const double time = now();
        if (s.open == 0) {
            s.silent_since = time;
            ++s.silences;
        }
        if (counts) {
            s.feedback.ended(class_of(note), time);
            news = s.feedback.take_news();
        }
    }
    if (say_news != nullptr)
        for (const auto& line : news) say_news(line);
}

}  // namespace

void prepare_for_feedback(starpu_task& task, int near) {
    Note note;
    note.near = static_cast<std::uint32_t>(near + 1);
    keep(note, &task);
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
