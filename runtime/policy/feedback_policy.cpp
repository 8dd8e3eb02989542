#include "runtime/policy/feedback_policy.hpp"

#include <algorithm>
#include <limits>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/policy/worker_choice.hpp"

namespace tasuki::runtime {

namespace {

using detail::Scheduler, detail::is_cpu, detail::now;

void (*say_news)(const std::string& line) = nullptr;

Scheduler& scheduler(unsigned context) {
    return *static_cast<Scheduler*>(starpu_sched_ctx_get_policy_data(context));
}

int device_of(unsigned gpu_worker) {
    return starpu_worker_get_devid(static_cast<int>(gpu_worker));
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
        } else {
            s.other[*known] = worker;
            s.other[worker] = *known;
        }
    }
}

void remove_workers(unsigned context, int* workers, unsigned count) {
    Scheduler& s = scheduler(context);
    for (unsigned k = 0; k < count; ++k)
        for (auto* of_kind : {&s.cpus, &s.gpus})
            std::erase(*of_kind, static_cast<unsigned>(workers[k]));
}

void submitted(starpu_task* task) {
    if (task->cl == nullptr || task->execute_on_a_specific_worker != 0) return;
    TaskNote note = TaskNote::of(task);
    note.silence = scheduler(task->sched_ctx).silences;
    note.keep(task);
}

/// The first task after a time without any is ready.  One that had been
/// submitted before has waited for a message or a transfer, which is part of
/// the graph's time; else the program had made a pause.
void end_silence(Scheduler& s, TaskNote first) {
    if (s.silent_since > 0 && first.silence == s.silences)
        s.feedback.paused(s.silent_since, now());
    s.silent_since = 0;
}

int push(starpu_task* task) {
    Scheduler& s = scheduler(task->sched_ctx);
    TaskNote note = TaskNote::of(task);
    note.was_pushed = true;
    QueuedTask queued{task};
    unsigned worker;
    {
        starpu_worker_relax_on();
        const std::lock_guard lock{s.mutex};
        starpu_worker_relax_off();
        if (s.open++ == 0) end_silence(s, note);
        s.have_priorities |= task->priority != 0;
        worker = detail::choose_worker(s, task, note, queued);
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
        s.queues[worker].push(task->priority, s.arrivals++, queued);
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
    if (!TaskNote::of(task).was_pushed) return;
    if (const int worker = starpu_worker_get_id(); worker >= 0)
        scheduler(context).queues[static_cast<unsigned>(worker)].begin(task,
                                                                       now());
}

void ended(starpu_task* task, unsigned context) {
    const TaskNote note = TaskNote::of(task);
    if (!note.was_pushed) return;
    Scheduler& s = scheduler(context);
    const double time = now();
    QueuedTask queued;
    unsigned worker = 0;
    if (const int id = starpu_worker_get_id(); id >= 0) {
        worker = static_cast<unsigned>(id);
        queued = s.queues[worker].end(task, time).value_or(queued);
    }
    const bool was_last = --s.open == 0;
    const bool counts = note.is_movable && queued.its_class == s.clock;
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
                queued.work,
                (time - queued.begin) * detail::part_of_gpu(s, worker));
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
    note.near = static_cast<std::uint16_t>(near + 1);
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
