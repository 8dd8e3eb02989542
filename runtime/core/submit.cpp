#include "runtime/core/submit.hpp"

#include <fmt/format.h>
#include <starpu.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/core/codelet.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/placement.hpp"
#include "runtime/core/round_up.hpp"
#include "runtime/core/session.hpp"
#include "runtime/graph/batches.hpp"
#include "runtime/graph/recorder.hpp"
#include "runtime/graph/run_times.hpp"
#include "runtime/trace/trace_log.hpp"

namespace tasuki::runtime::detail {

namespace {

/// StarPU's callback at the end of every task.
void on_task_end(void*) {
    Statistics& statistics = session().statistics;
    starpu_task* const task = starpu_task_get_current();
    if (task == nullptr) return statistics.see_end();
    auto& header = *static_cast<TaskHeader*>(task->cl_arg);
    const int worker =
        header.beside > 0 ? header.beside - 1 : starpu_worker_get_id();
    if (worker < 0) return statistics.see_end();
    // What waits for this one goes on when all has been noted.
    const Gates gates = session().tasks.remove(header.open);
    note_times(*task, header);
    if (TraceLog* log = session().log)
        log->see_end(*task, worker,
                     header.beside > 0
                         ? std::pair{header.begin, header.end}
                         : std::pair<std::int64_t, std::int64_t>{});
    if (auto& times = session().kernel_times) times->see_end(*task, worker);
    statistics.see_end(*task, worker);
    if (header.run != nullptr) header.run->release();
}

const char* describe(Where where) {
    switch (where) {
        case Where::cpu:
            return "a CPU worker";
        case Where::gpu:
            return "a GPU worker";
        case Where::any:
            break;
    }
    return "any worker";
}

/// StarPU would try for ever to make room on a GPU that is too small for one
/// task, so such a task is for the CPU, or refused.
Where where_it_fits(Where where, std::size_t gpu_memory,
                    std::span<const Buffer> buffers, const char* name) {
    if (gpu_memory == 0 || where == Where::cpu) return where;
    std::size_t bytes = 0;
    for (const Buffer& buffer : buffers)
        bytes += starpu_data_get_size(buffer.handle);
    if (bytes <= gpu_memory) return where;
    if (where == Where::any && starpu_cpu_worker_get_count() > 0)
        return Where::cpu;
    throw UnavailableError(fmt::format(
        "a task of kernel {} needs {:.2f} GB, and no GPU has more than {:.2f} "
        "GB; cut its arrays into more blocks",
        name, 1e-9 * static_cast<double>(bytes),
        1e-9 * static_cast<double>(gpu_memory)));
}

/// StarPU's own answer remembers the workers of a Context before this one, and
/// its policies then look for ever for a worker that can.
bool some_worker_runs(const KernelRecord& kernel, Where where) {
    const bool cpu = where != Where::gpu && kernel.cpu != nullptr &&
                     starpu_cpu_worker_get_count() > 0;
    const bool gpu =
        where != Where::cpu && kernel.gpu != nullptr &&
        starpu_cuda_worker_get_count() + starpu_hip_worker_get_count() > 0;
    return cpu || gpu;
}

void check_count(const Submission& submission) {
    const std::size_t most = submission.kernel.most_elements;
    if (submission.buffers.empty() || most >= kMostElements) return;
    const auto& first = state_of(submission.buffers.front().handle);
    if (first.size > most)
        throw UsageError(fmt::format(
            "{} counts the elements of its first array to {}, and this one has "
            "{}: let its index be a std::size_t",
            submission.kernel.name, most, first.size));
}

/// StarPU calls it before on_task_end(), and before tasks that depend on this
/// one may start.
void call_when_done(void* function) {
    const std::unique_ptr<std::function<void()>> call{
        static_cast<std::function<void()>*>(function)};
    (*call)();
}

/// Null: nothing.
std::function<void()> call_at_end(const Submission& submission) {
    if (submission.crossing != nullptr)
        return [its = submission.crossing] { its->end(); };
    if (submission.kept == nullptr) return submission.options.when_done;
    return [kept = submission.kept, then = submission.options.when_done] {
        if (then) then();
    };
}

/// @param gates  that are there come before the task
void set_gates(starpu_task& task, std::array<starpu_task*, 2> gates) {
    const auto end = std::ranges::remove(gates, nullptr).begin();
    starpu_task_declare_deps_array(
        &task, static_cast<unsigned>(end - gates.begin()), gates.data());
}

void set_buffers(starpu_task& task, std::span<const Buffer> buffers) {
    task.nbuffers = static_cast<int>(buffers.size());
    if (buffers.size() > STARPU_NMAXBUFS) {  // StarPU frees both
        task.dyn_handles = static_cast<starpu_data_handle_t*>(
            std::calloc(buffers.size(), sizeof(starpu_data_handle_t)));
        task.dyn_modes = static_cast<starpu_data_access_mode*>(
            std::calloc(buffers.size(), sizeof(starpu_data_access_mode)));
    }
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        STARPU_TASK_SET_HANDLE(&task, buffers[i].handle, i);
        STARPU_TASK_SET_MODE(
            &task, static_cast<starpu_data_access_mode>(buffers[i].access), i);
    }
}

/// Whether a task writes this array of its own and reads it under another name.
bool is_read_too(const Buffer& written, std::span<const Buffer> buffers) {
    return written.access == Access::write &&
           std::ranges::any_of(buffers, [&](const Buffer& other) {
               return other.handle == written.handle &&
                      (other.access == Access::read ||
                       other.access == Access::update);
           });
}

/// Nobody copies an array to a GPU for a task that writes it.
std::vector<Buffer> with_updates(std::span<const Buffer> buffers) {
    std::vector<Buffer> changed{buffers.begin(), buffers.end()};
    for (Buffer& buffer : changed)
        if (is_read_too(buffer, buffers)) buffer.access = Access::update;
    return changed;
}

}  // namespace

starpu_task* make_task(Codelet& codelet, const char* name, int priority,
                       Where where, std::span<const Buffer> buffers) {
    starpu_task* const task = starpu_task_create();
    task->cl = codelet.raw();
    task->name = name;
    task->priority = std::clamp(priority, starpu_sched_get_min_priority(),
                                starpu_sched_get_max_priority());
    task->where = where_mask(where);
    set_buffers(*task, buffers);
    return task;
}

TaskHeader* header_of(const starpu_task& task) {
    return task.callback_func == on_task_end
               ? static_cast<TaskHeader*>(task.cl_arg)
               : nullptr;
}

std::uint32_t variant_of(const starpu_task& task) {
    const TaskHeader* header = header_of(task);
    return header == nullptr ? 0 : header->variant;
}

Task submit_raw(Session& here, const Submission& submission) {
    here.check();
    check_count(submission);
    const auto is_read = [&](const Buffer& buffer) {
        return is_read_too(buffer, submission.buffers);
    };
    if (std::ranges::any_of(submission.buffers, is_read)) {
        const auto buffers = with_updates(submission.buffers);
        return submit_raw(here, {submission.kernel, submission.packed,
                                 submission.size, buffers, submission.options,
                                 submission.crossing, submission.kept});
    }
    if (const auto recorded = record(submission)) return *recorded;
    note_uses(submission.kernel.name, submission.buffers);
    return submit_task(here, submission);
}

Task submit_task(Session& here, const Submission& submission, GraphRun* run) {
    const auto& [kernel, packed, size, buffers, options, crossing, kept] =
        submission;
    // A task for one worker has no choice that a placement could change.
    const Where asked = options.worker < 0
                            ? placed(here.placements, kernel, options.where)
                            : options.where;
    const Where where =
        where_it_fits(asked, here.gpu_memory, buffers, kernel.name);
    if (!some_worker_runs(kernel, where))
        throw UnavailableError(
            fmt::format("kernel {} needs {}, and there is none in this "
                        "Context: its options or the machine leave none",
                        kernel.name, describe(where)));
    check_cost(kernel, options);
    starpu_task* const others_end = here.tasks.gate_after(options.after);
    starpu_task* const task = make_task(*kernel.codelet, kernel.name,
                                        options.priority, where, buffers);
    task->flops = options.flops;
    if (options.worker >= 0) {
        task->execute_on_a_specific_worker = 1;
        task->workerid = static_cast<unsigned>(
            options.priority > 0 ? urgent_worker(options.worker)
                                 : options.worker);
    }
    auto* const header = static_cast<TaskHeader*>(
        std::aligned_alloc(kernel.alignment, round_up(size, kernel.alignment)));
    std::memcpy(header, packed, size);
    header->variant = options.variant;
    header->bytes = options.bytes;
    header->number_bytes = options.number_bytes;
    header->beside = 0;
    header->run = run;
    header->open.kernel = kernel.name;
    header->open.label = options.label;
    header->open.crosses = crossing != nullptr;
    if (run != nullptr) run->hold();
    task->cl_arg = header;
    task->cl_arg_size = size;
    task->cl_arg_free = 1;
    task->callback_func = on_task_end;
    starpu_task* const gate =
        crossing != nullptr ? crossing->close_task() : nullptr;
    if (auto call = call_at_end(submission)) {
        task->epilogue_callback_func = call_when_done;
        task->epilogue_callback_arg =
            new std::function<void()>{std::move(call)};
    }
    if (here.preparation != nullptr && options.worker < 0)
        here.preparation(*task, options.near);
    here.models.see(task);
    if (here.log != nullptr)
        here.log->see_submission(*task, options.label, buffers);
    here.batches->meet(buffers);
    set_gates(*task, {gate, others_end});
    const Task handle = here.tasks.add(header->open);
    if (const int rc = starpu_task_submit(task); rc != 0) {
        here.tasks.remove(header->open);
        if (run != nullptr) run->release();
        delete static_cast<std::function<void()>*>(task->epilogue_callback_arg);
        task->destroy = 0;
        starpu_task_destroy(task);
        if (gate != nullptr) starpu_task_destroy(gate);
        check(rc, kernel.name);
    }
    if (gate != nullptr) crossing->open_later(gate);
    if (others_end != nullptr)
        check(starpu_task_submit(others_end), "starpu_task_submit");
    return handle;
}

}  // namespace tasuki::runtime::detail
