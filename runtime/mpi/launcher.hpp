// What the launcher of the ranks (mpirun, srun) says to each, without MPI; and
// the end of all.
#pragma once

#include <string>

namespace tasuki::runtime {

/// Whether a launcher started this process, even as the only one.
bool under_launcher();
/// Number of processes that the launcher started, 1 without one.
int launched_ranks();
/// The number of this one among them, from 0.
int launched_rank();

/// Why a process may not be alone, if it is so for MPI: the launcher started
/// several, is not that of this MPI, and each would be a run of its own. Empty
/// if it may. Before MPI_Init(), which may change what the launcher has set.
std::string why_not_alone();

/// The first rank reports an error that all ranks have: the others wait a
/// moment, in which it ends them.
void wait_for_first_rank();
/// Ends all ranks, if there are several.
void abort_ranks(int exit_code);

}  // namespace tasuki::runtime
