#include "runtime/codelet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "runtime/model_watch.hpp"
#include "runtime/statistics.hpp"

namespace tasuki::runtime {

namespace {

/// Set once by Context; part of every performance model's key.
std::uint32_t machine_variant = 0;

/// Set once by Context.
std::size_t gpu_memory = 0;

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
    const bool cpu = where != Where::gpu && codelet.cpu() != nullptr &&
                     starpu_cpu_worker_get_count() > 0;
    const bool gpu =
        where != Where::cpu && codelet.gpu() != nullptr &&
        starpu_cuda_worker_get_count() + starpu_hip_worker_get_count() > 0;
    return cpu || gpu;
}

}  // namespace

std::int32_t where_mask(Where where) {
#if defined(TASUKI_HIP)
    constexpr std::int32_t gpus = STARPU_HIP;
#else
    constexpr std::int32_t gpus = STARPU_CUDA;
#endif
    switch (where) {
        case Where::cpu:
            return STARPU_CPU;
        case Where::gpu:
            return gpus;
        case Where::any:
            break;
    }
    return -1;
}

void set_gpu_entry([[maybe_unused]] starpu_codelet& codelet,
                   [[maybe_unused]] Entry entry) {
#if defined(TASUKI_CUDA)
    codelet.cuda_funcs[0] = entry;
    codelet.cuda_flags[0] = STARPU_CUDA_ASYNC;
#elif defined(TASUKI_HIP)
    codelet.hip_funcs[0] = entry;
    codelet.hip_flags[0] = STARPU_HIP_ASYNC;
#endif
}

void set_machine_variant(std::uint32_t variant) {
    machine_variant = variant;
}

void set_gpu_memory(std::size_t bytes) {
    gpu_memory = bytes;
}

Codelet::Codelet(const CodeletSpec& spec) {
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
    codelet_.nbuffers = static_cast<int>(spec.access.size());
    for (std::size_t i = 0; i < spec.access.size(); ++i)
        codelet_.modes[i] =
            static_cast<starpu_data_access_mode>(spec.access[i]);
    codelet_.cpu_funcs[0] = spec.cpu;
    set_gpu_entry(codelet_, spec.gpu);
}

Entry Codelet::gpu() const {
#if defined(TASUKI_CUDA)
    return codelet_.cuda_funcs[0];
#elif defined(TASUKI_HIP)
    return codelet_.hip_funcs[0];
#else
    return nullptr;
#endif
}

std::vector<Access> Codelet::access() const {
    std::vector<Access> all;
    for (int i = 0; i < codelet_.nbuffers; ++i)
        all.push_back(static_cast<Access>(codelet_.modes[i]));
    return all;
}

void detail::submit_raw(Codelet& codelet, const void* args, std::size_t size,
                        std::span<const starpu_data_handle_t> handles,
                        const SubmitOptions& options) {
    starpu_codelet* raw = codelet.raw();
    if (static_cast<int>(handles.size()) != raw->nbuffers)
        throw UsageError(fmt::format("{} takes {} buffers, got {}",
                                     codelet.name(), raw->nbuffers,
                                     handles.size()));
    const Where where = where_it_fits(options.where, handles, codelet.name());
    if (!some_worker_runs(codelet, where))
        throw UnavailableError(
            fmt::format("codelet {} needs {}, and there is none in this "
                        "run (see --cpus, --gpus and `tasuki devices`)",
                        codelet.name(), describe(where)));
    starpu_task* task = starpu_task_create();
    task->cl = raw;
    task->name = codelet.name();
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
        task->workerid = static_cast<unsigned>(options.worker);
    }
    for (std::size_t i = 0; i < handles.size(); ++i)
        task->handles[i] = handles[i];
    task->cl_arg = std::memcpy(std::malloc(size), args, size);
    task->cl_arg_size = size;
    task->cl_arg_free = 1;
    task->callback_func = Statistics::on_task_end;
    see_task(task);
    if (const int rc = starpu_task_submit(task); rc != 0) {
        task->destroy = 0;
        starpu_task_destroy(task);
        check(rc, codelet.name());
    }
}

#if defined(TASUKI_CUDA)
gpu::Stream worker_stream() {
    // An allocation that failed before StarPU made room is no error of the
    // launch that follows; a fault of the device stays an error.
    static_cast<void>(TASUKI_GPU_API(GetLastError)());
    return starpu_cuda_get_local_stream();
}
#elif defined(TASUKI_HIP)
gpu::Stream worker_stream() {
    static_cast<void>(TASUKI_GPU_API(GetLastError)());  // as above
    return starpu_hip_get_local_stream();
}
#endif

}  // namespace tasuki::runtime
