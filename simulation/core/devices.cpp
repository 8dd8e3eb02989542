// Those of the machine that is simulated.
#include "runtime/core/devices.hpp"

#include <fmt/format.h>

#include <numeric>

#include "runtime/core/error.hpp"
#include "runtime/core/resources.hpp"
#include "simulation/current.hpp"

namespace tasuki::runtime {

using detail::current_machine, detail::place_on_node;

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
    return fmt::format("node-{}", place_on_node().node);
}

/// Real ranks could share one; here each would have all of its time.
void open_gpus(std::span<const int> devices) {
    const auto [node, rank, ranks] = place_on_node();
    const int all = current_machine().gpus;
    for (const int device : devices)
        if (device < all * rank / ranks || device >= all * (rank + 1) / ranks)
            throw UnavailableError(fmt::format(
                "{} ranks on a node want {} GPUs: {} has {}, and in a "
                "simulation no two ranks share one",
                ranks, ranks * devices.size(), current_machine().name, all));
}

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
    return cpus_of_rank(cpus, place_on_node().rank, place_on_node().ranks);
}

int machine_cpus() {
    return current_machine().cores;
}

}  // namespace tasuki::runtime
