// Limits of the control groups (cgroups, version 1 or 2) of this process, which
// batch systems and containers set.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tasuki::runtime {

/// The memory of a control group.
struct CgroupMemory {
    std::string group;  ///< its folder, the same for all processes in it
    double limit;       ///< [B]
    double used;        ///< without the caches of files, which give way [B]
};

/// Of the group of this process and those around it, where they have limits.
/// @param root  folder that holds proc/ and sys/
std::vector<CgroupMemory> cgroup_memory(
    const std::filesystem::path& root = "/");

/// Time on CPUs that the tightest of these groups gives, in CPUs; empty where
/// none has a limit.
std::optional<double> cgroup_cpus(const std::filesystem::path& root = "/");

}  // namespace tasuki::runtime
