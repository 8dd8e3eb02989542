#include "drivers/common/memory_limits.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "runtime/core/cgroup.hpp"
#include "runtime/core/devices.hpp"
#include "simulation/simulation.hpp"
#include "simulation/this_machine.hpp"

namespace tasuki::drivers {

namespace {

/// Returns the available part of the host's memory [B].
double host_memory_available() {
    const auto all = static_cast<double>(runtime::host_memory_bytes());
    if (runtime::simulates()) return all;
    std::ifstream memory{"/proc/meminfo"};
    std::string key;
    double kilobytes = 0;
    while (memory >> key >> kilobytes) {
        if (key == "MemAvailable:") return 1024 * kilobytes;
        memory.ignore(64, '\n');
    }
    return all;
}

/// Of /proc/self/status, "VmSize:" [B].
double of_process(const std::string& key) {
    std::ifstream status{"/proc/self/status"};
    std::string word;
    double kilobytes = 0;
    while (status >> word)
        if (word == key && status >> kilobytes) return 1024 * kilobytes;
    return 0;
}

/// Stacks of the threads that StarPU and teams will start, and what libraries
/// map: address space more than memory.
double threads_address_space() {
    rlimit stack{};
    const bool known =
        getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur != RLIM_INFINITY;
    constexpr double usual = 8 << 20, libraries = 8 << 20;
    return libraries +
           static_cast<double>(runtime::allowed_cpus().size() + 2) *
               (known ? static_cast<double>(stack.rlim_cur) : usual);
}

}  // namespace

std::vector<MemoryLimit> host_memory_limits() {
    const auto host = runtime::host_name();
    std::vector<MemoryLimit> limits{
        {host, "host memory", host_memory_available()}};
    for (const auto& group : runtime::cgroup_memory())
        limits.push_back({host + group.group,
                          "memory of the control group " + group.group,
                          group.limit - group.used});
    const auto add = [&](auto resource, const char* key, const char* name) {
        rlimit limit{};
        if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
            return;
        limits.push_back({fmt::format("{} {} {}", host, getpid(), name), name,
                          static_cast<double>(limit.rlim_cur) -
                              of_process(key) - threads_address_space()});
    };
    add(RLIMIT_AS, "VmSize:", "address space (ulimit -v)");
    add(RLIMIT_DATA, "VmData:", "data segment (ulimit -d)");
    for (MemoryLimit& limit : limits)
        limit.available = std::max(0.0, limit.available);
    return limits;
}

}  // namespace tasuki::drivers
