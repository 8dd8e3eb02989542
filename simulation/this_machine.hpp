// What describes this machine, or the one that is simulated, beside its devices
// (runtime/core/devices.hpp).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace tasuki::runtime {

/// Sockets of the machine that these logical CPUs are on, at least 1.
int sockets_of(std::span<const int> cpus);

/// Name of the CPU, e.g. "AMD EPYC 9654 96-Core Processor"; "unknown
/// CPU" if it has none.
std::string cpu_name();

/// Last-level caches of the machine, all together [B].
std::size_t cache_bytes();

/// Memory of the host [B].
std::size_t host_memory_bytes();

/// A measured link of the running StarPU: between the host and a GPU, or two.
struct Link {
    std::string from;      ///< StarPU's name of a memory
    std::string to;        ///< another one
    double bandwidth_gbs;  ///< [10^9 B/s]
    double latency_us;     ///< [10^-6 s]; both 0 if StarPU has not measured
};

/// Links between the memories StarPU uses; call with a Context alive.
std::vector<Link> links();

}  // namespace tasuki::runtime
