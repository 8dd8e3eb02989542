// Which CPUs compute beside the threads that drive GPUs.
#pragma once

#include <hwloc.h>

#include <vector>

namespace tasuki::runtime {

/// Logical CPUs by core, numbered as the operating system does.
using Cores = std::vector<std::vector<int>>;

/// Every core of a topology that has been loaded.
Cores cores_of(hwloc_topology_t topology);

/// The same CPUs core by core: neighbours of this list share a core, a cache
/// and a NUMA node where they can, however the system has numbered them.
/// @param cores  in the order of the machine; CPUs of none of them come last
std::vector<int> core_by_core(const std::vector<int>& cpus, const Cores& cores);

/// Those of the machine on which StarPU runs.
Cores machine_cores();

/// CPUs that StarPU has bound GPU workers to: these poll.
std::vector<int> polled_cpus();

/// The CPUs, of `allowed`, for kernels: not those on which GPU drivers poll,
/// nor the others of their cores, nor `more` for threads that submit and move
/// messages.  Where too few would be left, those come back that disturb least.
/// @param polled  CPUs of GPU drivers
/// @param least   CPUs that there must be, if `allowed` has as many
std::vector<int> cpus_for_kernels(const std::vector<int>& allowed,
                                  const Cores& cores,
                                  const std::vector<int>& polled, int more,
                                  int least);

}  // namespace tasuki::runtime
