// Of the machine that is simulated: a core is one CPU, and each GPU that a run
// uses takes one.
#include <starpu.h>

#include <algorithm>

#include "runtime/core/cpu_share.hpp"
#include "runtime/core/devices.hpp"
#include "simulation/current.hpp"

namespace tasuki::runtime {

std::vector<int> polled_cpus() {
    auto cpus = allowed_cpus();
    cpus.resize(std::min<std::size_t>(
        cpus.size(), starpu_memory_nodes_get_count() - 1));  // but the host
    return cpus;
}

Cores machine_cores() {
    Cores cores;
    for (int cpu = 0; cpu < detail::current_machine().cores; ++cpu)
        cores.push_back({cpu});
    return cores;
}

}  // namespace tasuki::runtime
