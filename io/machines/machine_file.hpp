// Machines as files (JSON), which `tasuki simulate` reads and `tasuki devices`
// writes; docs/simulate.md has the keys, docs/machine.schema.json a schema.
#pragma once

#include <string>
#include <vector>

#include "simulation/machine.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::io::machines {

/// Of one kernel: what stays in a cache passes no memory.
inline constexpr double kMostEfficiency = 10;

/// What a file says, and of which kind its numbers are.
struct MachineFile {
    runtime::Machine machine;
    /// Paths of rates, e.g. "node.gpu.bandwidth_gbs".  Every rate of the file
    /// is in one of these lists.
    std::vector<std::string> measured, published, assumed;
    int sockets = 1;   ///< among which the rates and cores are divided
    std::string note;  ///< where the numbers come from
    /// Of links, e.g. "PCIe 5.0 x16"; empty without the link.
    std::string to_host_kind{}, to_gpu_kind{}, network_kind{};
};

/// @throws InputError  the file cannot be read, is no JSON, or a key is
/// missing,
///                     not known or impossible: says which, what is expected
///                     and what was found
MachineFile read_machine(const std::string& path);

/// What read_machine() reads.
Json to_json(const MachineFile& file);

}  // namespace tasuki::io::machines
