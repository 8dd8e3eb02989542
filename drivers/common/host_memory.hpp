// Whether a lattice fits into the host's memory, asked before it is made.
#pragma once

#include "codelets/lattice/extents.hpp"

namespace tasuki::drivers {

/// The kernel ends a process that takes too much memory without a word, so it
/// is refused before.
/// @param needed  for all that the run keeps of this lattice at one time [B]
/// @throws UnavailableError  less can be had now
void check_host_memory(const lattice::Extents& extents, double needed);

}  // namespace tasuki::drivers
