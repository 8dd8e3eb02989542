// Whether the blocks of a lattice fit into the GPUs, asked before they are
// made.
#pragma once

namespace tasuki::drivers {

/// @param needed  on each of the first `gpus` GPUs [B]
/// @throws UnavailableError  one of them has less free
void check_gpu_memory(double needed, int gpus);

}  // namespace tasuki::drivers
