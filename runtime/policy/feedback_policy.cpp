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

#include "runtime/core/codelet.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/session.hpp"
#include "runtime/policy/feedback.hpp"

namespace tasuki::runtime {

namespace {

using Key =
    std::pair<std::int64_t, std::uint64_t>;  // (-priority)(order of arrival)

struct Scheduler {
    std::mutex mutex;
    Feedback feedback;
    std::array<std::map<Key, starpu_task*>, STARPU_NMAXWORKERS> queues;
    /// Sizes of the queues: a worker that polls an empty one takes no lock.
    std::array<std::atomic<int>, STARPU_NMAXWORKERS> waiting{};
    /// Taken from its queue, not ended.
    std::array<std::atomic<int>, STARPU_NMAXWORKERS> taken{};
    std::vector<unsigned> cpus, gpus;  // workers; the first on each GPU
    std::uint64_t arrivals = 0;
    std::atomic<int> open = 0;               // tasks that are ready or run
    std::atomic<Feedback::Class> clock = 0;  // whose ends feedback counts
    double idle_since = 0;
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

/// What a task carries from its submission to its end, in sched_data; 0 for
/// those that a placement has given to one worker.
struct Note {
    std::uint32_t hash = 0;       ///< of its class
    std::uint16_t near = 0;       ///< worker + 1; 0 if not told
    bool movable = false;         ///< to either kind of worker
    bool of_this_policy = false;  ///< pushed to it
};
static_assert(sizeof(Note) == sizeof(void*));

Note note_of(const starpu_task* task) {
    return std::bit_cast<Note>(task->sched_data);
}
void keep(Note note, starpu_task* task) {
    task->sched_data = std::bit_cast<void*>(note);
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
        const auto urgent =
            static_cast<unsigned>(urgent_worker(static_cast<int>(worker)));
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

bool goes_to_cpu(Scheduler& s, starpu_task* task, Note note) {
    if (s.gpus.empty()) return true;
    if (!note.movable) return !able(s.gpus, task);
    if (s.cpus.empty()) return false;
    const auto c = class_of(note);
    if (!s.feedback.knows(c)) {
        s.feedback.add(c, bytes_of(task), starpu_task_get_name(task));
        s.clock = s.feedback.clock();
    }
    return s.feedback.place(c) == Feedback::Kind::cpu;
}

unsigned choose(Scheduler& s, starpu_task* task, Note note) {
    if (goes_to_cpu(s, task, note)) return least_busy(s, s.cpus);
    const unsigned near = note.near - 1u;
    const unsigned gpu =
        note.near > 0 && !is_cpu(near) ? near : nearest(s, s.gpus, task);
    return task->priority > 0
               ? static_cast<unsigned>(urgent_worker(static_cast<int>(gpu)))
               : gpu;
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
        if (is_cpu(worker))
            s.cpus.push_back(worker);
        else if (std::ranges::none_of(s.gpus, [worker](unsigned gpu) {
                     return device_of(gpu) == device_of(worker);
                 }))
            s.gpus.push_back(worker);
    }
}

void remove_workers(unsigned context, int* workers, unsigned count) {
    Scheduler& s = scheduler(context);
    for (unsigned k = 0; k < count; ++k)
        for (auto* of_kind : {&s.cpus, &s.gpus})
            std::erase(*of_kind, static_cast<unsigned>(workers[k]));
}

int push(starpu_task* task) {
    Scheduler& s = scheduler(task->sched_ctx);
    Note note = note_of(task);
    note.of_this_policy = true;
    keep(note, task);
    unsigned worker;
    {
        starpu_worker_relax_on();
        const std::lock_guard lock{s.mutex};
        starpu_worker_relax_off();
        if (s.open++ == 0 && s.idle_since > 0)
            s.feedback.paused(std::exchange(s.idle_since, 0), now());
        worker = choose(s, task, note);
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
    if (!note.of_this_policy) return;
    Scheduler& s = scheduler(context);
    if (const int worker = starpu_worker_get_id(); worker >= 0)
        --s.taken[worker];
    const bool was_last = --s.open == 0;
    const bool counts = note.movable && class_of(note) == s.clock;
    if (!was_last && !counts) return;
    std::vector<std::string> news;
    {
        starpu_worker_relax_on();
        const std::lock_guard lock{s.mutex};
        starpu_worker_relax_off();
        const double time = now();
        if (s.open == 0) s.idle_since = time;
        if (counts) {
            s.feedback.ended(class_of(note), time);
            news = s.feedback.take_news();
        }
    }
    for (const auto& line : news) logger().info("policy feedback: {}", line);
}

}  // namespace

void prepare_for_feedback(starpu_task& task, int near) {
    const std::int32_t both = where_mask(Where::cpu) | where_mask(Where::gpu);
    Note note;
    note.near = static_cast<std::uint16_t>(near + 1);
    note.movable = (task.where & both) == both &&
                   task.cl->cpu_funcs[0] != nullptr && has_gpu_entry(*task.cl);
    if (note.movable) {
        // As the performance models tell tasks apart (codelet.cpp), and by
        // codelet.
        const std::uintptr_t key[] = {
            detail::variant_of(task),
            reinterpret_cast<std::uintptr_t>(task.cl)};
        note.hash = starpu_hash_crc32c_be_n(key, sizeof key,
                                            starpu_task_data_footprint(&task));
    }
    keep(note, &task);
}

bool feedback_is_settled() {
    Scheduler& s = scheduler(/*context=*/0);
    const std::lock_guard lock{s.mutex};
    return s.feedback.is_settled();
}

starpu_sched_policy& feedback_policy() {
    static starpu_sched_policy policy = [] {
        starpu_sched_policy p{};
        p.init_sched = init;
        p.deinit_sched = deinit;
        p.add_workers = add_workers;
        p.remove_workers = remove_workers;
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
