// A machine as StarPU and SimGrid read it.
#pragma once

#include <filesystem>
#include <string>

#include "simulation/machine.hpp"
#include "simulation/simulation.hpp"

namespace tasuki::runtime::detail {

/// The name under which StarPU finds the files, its STARPU_HOSTNAME.
inline constexpr const char* kPlatformName = "simulated";

/// The property of a host that cmake/starpu/simulated-workers.patch reads: what
/// a task takes there [s].
inline constexpr const char* kTaskCost = "task_cost";

/// SimGrid's description (XML): the hosts MAIN and RAM, CPU0 and on, CUDA0 and
/// on, and a link for each direction between two memories.
std::string platform_text(const Machine& machine);

/// The same for several ranks: `node-0` and on, where MPI sends, all of which
/// the network joins to a switch that is never full, and below StarPU-MPI0 and
/// on, for each rank, what platform_text() has, with names that begin so.
/// @param machine  has a network, if there are several nodes
std::string cluster_text(const Machine& machine, const RanksOnNodes& ranks);

/// What StarPU believes of the links: a row for each memory that sends.
std::string bandwidth_text(const Machine& machine);  // [10^6 B/s]
/// The same.
std::string latency_text(const Machine& machine);  // [10^-6 s]

/// Writes them below `folder`, its STARPU_PERF_MODEL_DIR.
/// @throws FaultError  it cannot
void write_platform(const Machine& machine,
                    const std::filesystem::path& folder);

/// What SimGrid reads of several ranks.
struct ClusterFiles {
    std::filesystem::path cluster;  ///< cluster_text()
    std::filesystem::path hosts;    ///< of the ranks, a line for each
};

/// Writes them below `folder`.
/// @throws FaultError  it cannot
ClusterFiles write_cluster(const Machine& machine, const RanksOnNodes& ranks,
                           const std::filesystem::path& folder);

}  // namespace tasuki::runtime::detail
