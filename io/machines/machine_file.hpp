// Machines as files (JSON), which `tasuki simulate` reads; docs/simulate.md has
// the keys, docs/machine.schema.json a schema.
#pragma once

#include <string>
#include <vector>

#include "runtime/simulation/machine.hpp"

namespace tasuki::io::machines {

/// What a file says, and of which kind its numbers are.
struct MachineFile {
    runtime::Machine machine;
    /// Paths of rates, e.g. "node.gpu.bandwidth_gbs".  Every rate of the file
    /// is in one of these lists.
    std::vector<std::string> measured, published, assumed;
};

/// @throws InputError  the file cannot be read, is no JSON, or a key is
/// missing,
///                     not known or impossible: says which, what is expected
///                     and what was found
MachineFile read_machine(const std::string& path);

}  // namespace tasuki::io::machines
