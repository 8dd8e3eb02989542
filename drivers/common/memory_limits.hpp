// How much more memory of the host this process can have.
#pragma once

#include <string>
#include <vector>

namespace tasuki::drivers {

/// A limit of the host's memory: of the machine, a control group or a process.
struct MemoryLimit {
    std::string id;    ///< the same for all processes that share it
    std::string name;  ///< "host memory", "address space (ulimit -v)"
    double available;  ///< now [B]
};

/// The machine's memory first, then the limits of control groups and of the
/// process that are set.
std::vector<MemoryLimit> host_memory_limits();

}  // namespace tasuki::drivers
