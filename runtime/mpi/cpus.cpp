// The CPUs of a machine, divided among its ranks.
#include <fmt/ranges.h>
#include <hwloc.h>
#include <sched.h>

#include "runtime/core/cpu_share.hpp"
#include "runtime/core/devices.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/resources.hpp"
#include "runtime/mpi/mpi_ranks.hpp"

namespace tasuki::runtime {

namespace {

/// Of this machine; StarPU does not run yet.
Cores cores_here() {
    hwloc_topology_t topology;
    if (hwloc_topology_init(&topology) != 0) return {};
    Cores cores;
    if (hwloc_topology_load(topology) == 0) cores = cores_of(topology);
    hwloc_topology_destroy(topology);
    return cores;
}

}  // namespace

int share_cpus(MPI_Comm machine) {
    cpu_set_t own;
    CPU_ZERO(&own);
    sched_getaffinity(0, sizeof own, &own);
    int rank = 0;
    MPI_Comm_rank(machine, &rank);
    const auto all = gather(own, machine);
    int sharing = 0, place = 0;
    cpu_set_t any = own;
    for (int r = 0; r < static_cast<int>(all.size()); ++r) {
        CPU_OR(&any, &any, &all[r]);
        if (CPU_EQUAL(&all[r], &own)) {
            if (r < rank) ++place;
            ++sharing;
        }
    }
    const auto cpus = cpus_of_rank(core_by_core(allowed_cpus(), cores_here()),
                                   place, sharing);
    cpu_set_t part;
    CPU_ZERO(&part);
    for (const int cpu : cpus) CPU_SET(cpu, &part);
    sched_setaffinity(0, sizeof part, &part);  // unbound is slower, not wrong
    logger().info("rank uses CPUs {} of its machine", fmt::join(cpus, ", "));
    return CPU_COUNT(&any);
}

}  // namespace tasuki::runtime
