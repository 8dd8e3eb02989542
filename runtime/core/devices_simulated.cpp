// Those of the machine that is simulated.
#include <fmt/format.h>
#include <simgrid/host.h>

#include <numeric>

#include "runtime/core/devices.hpp"
#include "runtime/simulation/current.hpp"

namespace tasuki::runtime {

using detail::current_machine;

std::vector<GpuDevice> gpu_devices() {
    const Machine& m = current_machine();
    std::vector<GpuDevice> devices;
    for (int device = 0; device < m.gpus; ++device)
        devices.push_back({device, m.gpu->name + ", simulated",
                           m.gpu->memory_bytes, 0,
                           fmt::format("{} {}", host_name(), device)});
    return devices;
}

/// Of the node of this rank.
std::string host_name() {
    return sg_host_get_name(sg_host_self());
}

void open_gpus(std::span<const int>) {}

bool are_peers(std::span<const int>) {
    const Machine& m = current_machine();
    return m.gpu && m.gpu->to_gpu;
}

std::size_t free_gpu_memory(int) {
    return current_machine().gpu->memory_bytes;
}

std::vector<int> allowed_cpus() {
    std::vector<int> cpus(static_cast<std::size_t>(machine_cpus()));
    std::iota(cpus.begin(), cpus.end(), 0);
    return cpus;
}

int sockets_of(std::span<const int>) {
    return 1;  // Machine has the cores of all together
}

int machine_cpus() {
    return current_machine().cores;
}

std::string cpu_name() {
    return current_machine().cpu_name + ", simulated";
}

std::size_t cache_bytes() {
    return 0;  // kernel_seconds() knows of none
}

std::size_t host_memory_bytes() {
    return current_machine().memory_bytes;
}

std::size_t host_memory_available() {
    return host_memory_bytes();
}

}  // namespace tasuki::runtime
