// CUDA, as StarPU knows it.
#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "runtime/core/codelet.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/session.hpp"
#include "runtime/core/toolkit.hpp"

// Only a StarPU with our patch has it.
extern "C" [[gnu::weak]] void starpu_cuda_set_error_hook(
    void (*hook)(const char* call, cudaError_t status));

namespace tasuki::runtime {

void set_gpu_entry(starpu_codelet& codelet, detail::Entry entry) {
    codelet.cuda_funcs[0] = entry;
    codelet.cuda_flags[0] = STARPU_CUDA_ASYNC;
}

gpu::Stream worker_stream() {
    // An allocation that failed before StarPU made room is no error of the
    // launch that follows; a fault of the device stays an error.
    static_cast<void>(cudaGetLastError());
    return starpu_cuda_get_local_stream();
}

namespace toolkit {

std::string name() {
    return "CUDA";
}

std::string version() {
    return fmt::format("CUDA {}.{}", CUDART_VERSION / 1000,
                       CUDART_VERSION % 1000 / 10);
}

std::int32_t gpu_workers() {
    return STARPU_CUDA;
}

bool calls_kernels() {
    return true;
}

void take_gpus(starpu_conf& conf, std::span<const int> devices) {
    conf.ncuda = static_cast<int>(devices.size());
    // With numbers of ours StarPU binds no driver near its GPU, so they are
    // only given where they differ from its own.
    const bool same = is_first(devices);
    conf.use_explicit_workers_cuda_gpuid = same ? 0 : 1;
    if (!same)
        std::copy(devices.begin(), devices.end(), conf.workers_cuda_gpuid);
}

void set_defaults(EnvironmentChanges& changes) {
    // The tasks of a worker end in order: a second one, for urgent tasks, so
    // that these do not wait behind large ones.
    changes.set_default("STARPU_NWORKER_PER_CUDA", "2");
}

namespace {

/// StarPU's driver calls it.
void on_failure(const char* call, cudaError_t status) {
    if (Session* const session = find_session(); session != nullptr)
        session->arrays.lose_outside_of_host();
    const starpu_task* const task = starpu_task_get_current();
    try {
        throw DeviceError{call, gpu::describe(status)};
    } catch (...) {
        if (task != nullptr && task->name != nullptr)
            detail::fail_task(task->name, detail::header_of(*task), task);
        else
            note_failure(std::current_exception());
    }
}

}  // namespace

void note_failures() {
    if (starpu_cuda_set_error_hook != nullptr)
        starpu_cuda_set_error_hook(on_failure);
}

/// By its bus alone the parts of a card (MIG) would be one.
std::string device_id(int device) {
    cudaDeviceProp properties{};
    gpu::check(cudaGetDeviceProperties(&properties, device),
               "device properties");
    std::string id;
    for (const char byte : properties.uuid.bytes)
        id += fmt::format(" {:02x}", static_cast<unsigned char>(byte));
    return id;
}

}  // namespace toolkit

}  // namespace tasuki::runtime
