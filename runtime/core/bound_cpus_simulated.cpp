// Of the machine that is simulated: a core is one CPU, and each GPU that a run
// uses takes one.
#include <starpu.h>

#include <numeric>

#include "runtime/core/cpu_share.hpp"
#include "runtime/simulation/current.hpp"

namespace tasuki::runtime {

std::vector<int> polled_cpus() {
    std::vector<int> cpus(starpu_memory_nodes_get_count() - 1);  // but the host
    std::iota(cpus.begin(), cpus.end(), 0);
    return cpus;
}

Cores machine_cores() {
    Cores cores;
    for (int cpu = 0; cpu < detail::current_machine().cores; ++cpu)
        cores.push_back({cpu});
    return cores;
}

}  // namespace tasuki::runtime
