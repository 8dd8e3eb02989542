#include "runtime/codelet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "runtime/statistics.hpp"

namespace tasuki::runtime {

namespace {

/// Set once by Context; part of every performance model's key.
std::uint32_t machine_variant = 0;

std::uint32_t footprint(starpu_task* task) {
    const std::uintptr_t key[] = {
        reinterpret_cast<std::uintptr_t>(task->callback_arg), machine_variant};
    return starpu_hash_crc32c_be_n(key, sizeof key,
                                   starpu_task_data_footprint(task));
}

std::int32_t allowed(Where where) {
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

}  // namespace

void set_machine_variant(std::uint32_t variant) {
    machine_variant = variant;
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
#if defined(TASUKI_CUDA)
    codelet_.cuda_funcs[0] = spec.gpu;
    codelet_.cuda_flags[0] = STARPU_CUDA_ASYNC;
#elif defined(TASUKI_HIP)
    codelet_.hip_funcs[0] = spec.gpu;
    codelet_.hip_flags[0] = STARPU_HIP_ASYNC;
#endif
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
    starpu_task* task = starpu_task_create();
    task->cl = raw;
    task->name = codelet.name();
    task->priority =
        std::clamp(options.priority, starpu_sched_get_min_priority(),
                   starpu_sched_get_max_priority());
    task->where = allowed(options.where);
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
    if (const int rc = starpu_task_submit(task); rc != 0) {
        task->destroy = 0;
        starpu_task_destroy(task);
        if (rc == -ENODEV)
            throw UnavailableError(
                fmt::format("codelet {} needs {}, and there is none in this "
                            "run (see --cpus, --gpus and `tasuki devices`)",
                            codelet.name(), describe(options.where)));
        check(rc, codelet.name());
    }
}

#if defined(TASUKI_CUDA)
gpu::Stream worker_stream() {
    return starpu_cuda_get_local_stream();
}
#elif defined(TASUKI_HIP)
gpu::Stream worker_stream() {
    return starpu_hip_get_local_stream();
}
#endif

}  // namespace tasuki::runtime
