// The machine that is simulated is in no control group.
#include "runtime/core/cgroup.hpp"

namespace tasuki::runtime {

std::vector<CgroupMemory> cgroup_memory(const std::filesystem::path&) {
    return {};
}

std::optional<double> cgroup_cpus(const std::filesystem::path&) {
    return std::nullopt;
}

}  // namespace tasuki::runtime
