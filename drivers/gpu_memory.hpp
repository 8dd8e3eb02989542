// Whether the blocks of a lattice fit into the GPUs, asked before they are
// made.
#pragma once

#include <vector>

namespace tasuki::drivers {

/// @param needed  on each of these devices [B]
/// @throws UnavailableError  one of them has less free
void check_gpu_memory(double needed, const std::vector<int>& devices);

}  // namespace tasuki::drivers
