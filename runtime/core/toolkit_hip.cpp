// HIP, as StarPU knows it.
#include <fmt/format.h>

#include <algorithm>

#include "runtime/core/codelet.hpp"
#include "runtime/core/toolkit.hpp"

namespace tasuki::runtime {

void set_gpu_entry(starpu_codelet& codelet, detail::Entry entry) {
    codelet.hip_funcs[0] = entry;
    codelet.hip_flags[0] = STARPU_HIP_ASYNC;
}

gpu::Stream worker_stream() {
    // An allocation that failed before StarPU made room is no error of the
    // launch that follows; a fault of the device stays an error.
    static_cast<void>(hipGetLastError());
    return starpu_hip_get_local_stream();
}

namespace toolkit {

#if defined(TASUKI_HIP_NVIDIA)
std::string name() {
    return "HIP on NVIDIA";
}

std::string version() {
    return fmt::format("HIP on CUDA {}.{}", CUDART_VERSION / 1000,
                       CUDART_VERSION % 1000 / 10);
}
#else
std::string name() {
    return "HIP";
}

std::string version() {
    return fmt::format("HIP {}.{}", HIP_VERSION_MAJOR, HIP_VERSION_MINOR);
}
#endif

std::int32_t gpu_workers() {
    return STARPU_HIP;
}

bool calls_kernels() {
    return true;
}

void take_gpus(starpu_conf& conf, std::span<const int> devices) {
    conf.nhip = static_cast<int>(devices.size());
    // With numbers of ours StarPU binds no driver near its GPU, so they are
    // only given where they differ from its own.
    const bool same = is_first(devices);
    conf.use_explicit_workers_hip_gpuid = same ? 0 : 1;
    if (!same)
        std::copy(devices.begin(), devices.end(), conf.workers_hip_gpuid);
}

void set_defaults(EnvironmentChanges& changes) {
    // The tasks of a worker end in order: a second one, for urgent tasks, so
    // that these do not wait behind large ones.
    changes.set_default("STARPU_NWORKER_PER_HIP", "2");
}

void note_failures() {}

std::string device_id(int device) {
    char bus[64]{};
    gpu::check(hipDeviceGetPCIBusId(bus, sizeof bus, device),
               "bus of a device");
    return bus;
}

}  // namespace toolkit

}  // namespace tasuki::runtime
