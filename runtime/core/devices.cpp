#include "runtime/core/devices.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <thread>

#include "runtime/core/error.hpp"
#include "runtime/core/toolkit.hpp"
#include "runtime/gpu/gpu.hpp"

namespace tasuki::runtime {

std::string host_name() {
    char host[256]{};
    gethostname(host, sizeof host - 1);
    return host;
}

std::vector<GpuDevice> gpu_devices() {
    std::vector<GpuDevice> devices;
#if defined(TASUKI_HAS_GPU)
    int count = 0;
    if (TASUKI_GPU_API(GetDeviceCount)(&count) != TASUKI_GPU_API(Success)) {
        // No driver: that is "none".
        static_cast<void>(TASUKI_GPU_API(GetLastError)());
        return devices;
    }
    for (int device = 0; device < count; ++device) {
        gpu::Properties properties{};
        gpu::check(TASUKI_GPU_API(GetDeviceProperties)(&properties, device),
                   "device properties");
        devices.push_back({device, properties.name, properties.totalGlobalMem,
                           properties.multiProcessorCount,
                           host_name() + toolkit::device_id(device)});
    }
#endif
    return devices;
}

// On threads of their own, here and below: one that selects a device and then
// the one before it makes a context on both.

void open_gpus([[maybe_unused]] std::span<const int> numbers) {
#if defined(TASUKI_HAS_GPU)
    std::vector<gpu::Status> opened(numbers.size());
    {
        std::vector<std::jthread> threads;
        for (std::size_t k = 0; k < numbers.size(); ++k)
            threads.emplace_back([&opened, &numbers, k] {
                opened[k] = TASUKI_GPU_API(SetDevice)(numbers[k]);
                if (opened[k] == TASUKI_GPU_API(Success))
                    opened[k] = TASUKI_GPU_API(Free)(nullptr);
            });
    }
    for (std::size_t k = 0; k < numbers.size(); ++k)
        if (opened[k] != TASUKI_GPU_API(Success))
            throw UnavailableError(fmt::format(
                "GPU {} ({}) cannot be used: {}; another process may have it "
                "for itself (compute mode EXCLUSIVE_PROCESS): "
                "CUDA_VISIBLE_DEVICES or HIP_VISIBLE_DEVICES names others",
                numbers[k], gpu::device_name(numbers[k]),
                gpu::describe(opened[k])));
#endif
}

bool are_peers([[maybe_unused]] std::span<const int> numbers) {
#if defined(TASUKI_HAS_GPU)
    for (const int device : numbers)
        for (const int other : numbers) {
            int can = 1;
            if (device != other)
                gpu::check(
                    TASUKI_GPU_API(DeviceCanAccessPeer)(&can, device, other),
                    "peers");
            if (can == 0) return false;
        }
    return true;
#else
    return false;
#endif
}

std::size_t free_gpu_memory([[maybe_unused]] int number) {
    std::size_t free_bytes = 0;
#if defined(TASUKI_HAS_GPU)
    gpu::Status status{};
    std::jthread{[&] {
        std::size_t total_bytes = 0;
        status = TASUKI_GPU_API(SetDevice)(number);
        if (status == TASUKI_GPU_API(Success))
            status = TASUKI_GPU_API(MemGetInfo)(&free_bytes, &total_bytes);
    }}.join();
    gpu::check(status, "device memory");
#endif
    return free_bytes;
}

std::vector<int> allowed_cpus() {
    std::vector<int> cpus;
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
            if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
    if (cpus.empty()) cpus.push_back(0);
    return cpus;
}

int machine_cpus() {
    return static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
}

}  // namespace tasuki::runtime
