// The CPUs and GPUs of this machine that a run may use.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/core/context.hpp"

namespace tasuki::runtime {

/// What one rank uses of its machine.
struct Resources {
    int cpus;               ///< logical CPUs
    std::vector<int> gpus;  ///< numbers of the devices
};

/// How many CPUs a process computes with unless it is told.
struct CpuCount {
    int cpus;                ///< one at least
    std::string limited_by;  ///< what makes them fewer than the machine has;
                             ///< empty: nothing does
};

/// Variables of OpenMP that users know to limit threads with; null: not set.
struct OpenMpVariables {
    const char* num_threads = nullptr;   ///< OMP_NUM_THREADS
    const char* thread_limit = nullptr;  ///< OMP_THREAD_LIMIT
};

/// Those of the environment.
OpenMpVariables openmp_variables();

/// @param machine, allowed  CPUs of the machine, and those that the affinity
///                          of the process leaves of them
/// @param cgroup            CPUs that control groups give, see cgroup.hpp
CpuCount default_cpus(int machine, int allowed, const OpenMpVariables& openmp,
                      std::optional<double> cgroup);

/// Devices, of `available`, that a rank takes if it asks for `count` (-1: its
/// share of all, one at least).
std::vector<int> devices_of_rank(int available, int count, int local_rank,
                                 int local_size);

/// CPUs, of `cpus`, of one of the ranks that divide them, in their order; with
/// fewer CPUs than ranks some share one.
std::vector<int> cpus_of_rank(const std::vector<int>& cpus, int local_rank,
                              int local_size);

/// The CPUs and GPUs that a Context with these options would use on this rank;
/// starts nothing.  Ranks of one machine get
/// different GPUs as long as there are any. If all CPUs are asked for, fewer
/// than the machine has are said once, in a warning.
/// @throws UnavailableError  more CPUs or GPUs requested than there are; no CPU
///                           requested without a GPU
/// @throws UsageError        neither requested
Resources find_resources(const ContextOptions& options);

}  // namespace tasuki::runtime
