#include "runtime/codelet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

#include "runtime/model_watch.hpp"
#include "runtime/statistics.hpp"
#include "runtime/toolkit.hpp"
#include "runtime/trace_log.hpp"

namespace tasuki::runtime {

namespace {

/// Set once by Context; part of every performance model's key.
std::uint32_t machine_variant = 0;

/// Set once by Context.
std::size_t gpu_memory = 0;

/// Set once by Context; by worker, 0 for itself.
std::array<int, STARPU_NMAXWORKERS> to_urgent{};

/// Set once by Context.
Preparation preparation = nullptr;

std::uint32_t footprint(starpu_task* task) {
    const std::uintptr_t key[] = {
        reinterpret_cast<std::uintptr_t>(task->callback_arg), machine_variant};
    return starpu_hash_crc32c_be_n(key, sizeof key,
                                   starpu_task_data_footprint(task));
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
Where where_it_fits(Where where, std::span<const starpu_data_handle_t> handles,
                    const char* name) {
    if (gpu_memory == 0 || where == Where::cpu) return where;
    std::size_t bytes = 0;
    for (starpu_data_handle_t handle : handles)
        bytes += starpu_data_get_size(handle);
    if (bytes <= gpu_memory) return where;
    if (where == Where::any && starpu_cpu_worker_get_count() > 0)
        return Where::cpu;
    throw UnavailableError(fmt::format(
        "a task of codelet {} needs {:.2f} GB, and no GPU has more than {:.2f} "
        "GB; cut the lattice into more blocks",
        name, 1e-9 * static_cast<double>(bytes),
        1e-9 * static_cast<double>(gpu_memory)));
}

/// StarPU's own answer remembers the workers of a Context before this one, and
/// its policies then look for ever for a worker that can.
bool some_worker_runs(const Codelet& codelet, Where where) {
    const bool cpu = where != Where::gpu && codelet.spec().cpu != nullptr &&
                     starpu_cpu_worker_get_count() > 0;
    const bool gpu =
        where != Where::cpu && codelet.spec().gpu != nullptr &&
        starpu_cuda_worker_get_count() + starpu_hip_worker_get_count() > 0;
    return cpu || gpu;
}

/// @throws UsageError  not as many as the codelet takes
void check_buffers(const CodeletSpec& spec, std::size_t count) {
    const std::size_t named = spec.access.size();
    const std::size_t each = spec.access_each.size();
    if (each == 0 ? count == named
                  : count > named && (count - named) % each == 0)
        return;
    throw UsageError(fmt::format(
        "{} takes {} buffers{}, got {}", spec.name, named,
        each == 0 ? "" : fmt::format(" and {} for each of a list", each),
        count));
}

void set_buffers(starpu_task& task, const CodeletSpec& spec,
                 std::span<const starpu_data_handle_t> handles) {
    task.nbuffers = static_cast<int>(handles.size());
    if (handles.size() > STARPU_NMAXBUFS) {  // StarPU frees both
        task.dyn_handles = static_cast<starpu_data_handle_t*>(
            std::calloc(handles.size(), sizeof(starpu_data_handle_t)));
        task.dyn_modes = static_cast<starpu_data_access_mode*>(
            std::calloc(handles.size(), sizeof(starpu_data_access_mode)));
    }
    const std::size_t named = spec.access.size();
    for (std::size_t i = 0; i < handles.size(); ++i) {
        const Access access =
            i < named ? spec.access[i]
                      : spec.access_each[(i - named) % spec.access_each.size()];
        STARPU_TASK_SET_HANDLE(&task, handles[i], i);
        STARPU_TASK_SET_MODE(&task,
                             static_cast<starpu_data_access_mode>(access), i);
    }
}

}  // namespace

std::int32_t where_mask(Where where) {
    switch (where) {
        case Where::cpu:
            return STARPU_CPU;
        case Where::gpu:
            return toolkit::gpu_workers();
        case Where::any:
            break;
    }
    return -1;
}

void set_machine_variant(std::uint32_t variant) {
    machine_variant = variant;
}

void set_urgent_worker(int id, int urgent) {
    to_urgent[id] = urgent - id;
}

int urgent_worker(int id) {
    return id + to_urgent[id];
}

void set_preparation(Preparation prepare) {
    preparation = prepare;
}

void set_gpu_memory(std::size_t bytes) {
    gpu_memory = bytes;
}

Codelet::Codelet(const CodeletSpec& spec) : spec_{spec} {
    starpu_codelet_init(&codelet_);
    codelet_.name = spec.name;
    if (spec.model != nullptr) {
        model_.type = STARPU_HISTORY_BASED;
        // StarPU reads the name at shutdown, which may come after static
        // strings have been destroyed.
        model_.symbol = strdup(spec.model);
        model_.footprint = footprint;
        codelet_.model = &model_;
    }
    codelet_.nbuffers = STARPU_VARIABLE_NBUFFERS;  // set_buffers()
    codelet_.cpu_funcs[0] = spec.cpu;
    set_gpu_entry(codelet_, spec.gpu);
}

int detail::buffer_count() {
    return starpu_task_get_current()->nbuffers;
}

void detail::submit_raw(Codelet& codelet, const void* args, std::size_t size,
                        std::span<const starpu_data_handle_t> handles,
                        const SubmitOptions& options) {
    const CodeletSpec& spec = codelet.spec();
    check_buffers(spec, handles.size());
    const Where where = where_it_fits(options.where, handles, spec.name);
    if (!some_worker_runs(codelet, where))
        throw UnavailableError(
            fmt::format("codelet {} needs {}, and there is none in this "
                        "run (see --cpus, --gpus and `tasuki devices`)",
                        spec.name, describe(where)));
    starpu_task* task = starpu_task_create();
    task->cl = codelet.raw();
    task->name = spec.name;
    task->priority =
        std::clamp(options.priority, starpu_sched_get_min_priority(),
                   starpu_sched_get_max_priority());
    task->where = where_mask(where);
    task->flops = options.flops;
    // The callback needs no argument; footprint() reads the variant there.
    task->callback_arg =
        reinterpret_cast<void*>(static_cast<std::uintptr_t>(options.variant));
    if (options.worker >= 0) {
        task->execute_on_a_specific_worker = 1;
        task->workerid = static_cast<unsigned>(
            options.priority > 0 ? urgent_worker(options.worker)
                                 : options.worker);
    }
    set_buffers(*task, spec, handles);
    if (preparation != nullptr && options.worker < 0)
        preparation(*task, options.near);
    task->cl_arg = std::memcpy(std::malloc(size), args, size);
    task->cl_arg_size = size;
    task->cl_arg_free = 1;
    task->callback_func = Statistics::on_task_end;
    see_task(task);
    TraceLog::instance().see_submission(*task, options.label, handles);
    if (const int rc = starpu_task_submit(task); rc != 0) {
        task->destroy = 0;
        starpu_task_destroy(task);
        check(rc, spec.name);
    }
}

}  // namespace tasuki::runtime
