#include "runtime/mpi/cpus.hpp"

#include <sched.h>

#include <vector>

#include "runtime/core/devices.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/resources.hpp"

namespace tasuki::runtime {

void share_cpus(MPI_Comm machine) {
    cpu_set_t own;
    CPU_ZERO(&own);
    if (sched_getaffinity(0, sizeof own, &own) != 0) return;
    int rank = 0, size = 1;
    MPI_Comm_rank(machine, &rank);
    MPI_Comm_size(machine, &size);
    std::vector<cpu_set_t> all(size);
    MPI_Allgather(&own, sizeof own, MPI_BYTE, all.data(), sizeof own, MPI_BYTE,
                  machine);
    int sharing = 0, place = 0;
    for (int r = 0; r < size; ++r)
        if (CPU_EQUAL(&all[r], &own)) {
            if (r < rank) ++place;
            ++sharing;
        }
    const auto cpus = cpus_of_rank(allowed_cpus(), place, sharing);
    cpu_set_t part;
    CPU_ZERO(&part);
    for (const int cpu : cpus) CPU_SET(cpu, &part);
    sched_setaffinity(0, sizeof part, &part);  // unbound is slower, not wrong
    logger().info("rank uses CPUs {} to {} of its machine", cpus.front(),
                  cpus.back());
}

}  // namespace tasuki::runtime
