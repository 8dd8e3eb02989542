#include <hwloc.h>
#include <starpu.h>

#include "runtime/core/cpu_share.hpp"

namespace tasuki::runtime {

std::vector<int> polled_cpus() {
    std::vector<int> cpus;
    for (unsigned id = 0; id < starpu_worker_get_count(); ++id) {
        const int worker = static_cast<int>(id);
        if (starpu_worker_get_type(worker) == STARPU_CPU_WORKER) continue;
        const hwloc_cpuset_t set = starpu_worker_get_hwloc_cpuset(worker);
        for (int cpu = hwloc_bitmap_first(set); cpu >= 0;
             cpu = hwloc_bitmap_next(set, cpu))
            cpus.push_back(cpu);
        hwloc_bitmap_free(set);
    }
    return cpus;
}

Cores machine_cores() {
    return cores_of(starpu_get_hwloc_topology());
}

}  // namespace tasuki::runtime
