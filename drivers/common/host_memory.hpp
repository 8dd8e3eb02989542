// Whether a run fits into the host's memory, asked before anything is made.
#pragma once

#include <string>

namespace tasuki::drivers {

/// The kernel ends a process that takes too much memory without a word, so it
/// is refused before.
/// @param what    with its verb: "a lattice of 4x4x4x8 needs"
/// @param needed  for all that the run keeps at one time [B]
/// @throws UnavailableError  less can be had now
void check_host_memory(const std::string& what, double needed);

}  // namespace tasuki::drivers
