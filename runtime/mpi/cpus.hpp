// The CPUs of a machine, divided among its ranks.
#pragma once

#include <mpi.h>

namespace tasuki::runtime {

/// Ranks that may use the same CPUs divide them; with fewer CPUs than ranks
/// some share one.
/// @param machine  the ranks of this machine, all of which call
/// @return         CPUs that their launcher leaves to all of them together
int share_cpus(MPI_Comm machine);

}  // namespace tasuki::runtime
