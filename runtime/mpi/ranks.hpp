// The ranks that mpirun started, or those of a program with an MPI of its own.
#pragma once

#include "runtime/core/ranks.hpp"

namespace tasuki::runtime {

/// The ranks of this run, for ContextOptions::ranks: all of MPI_COMM_WORLD, or
/// those of the communicator with which it was called first (communicator.hpp).
///
/// An MPI that the program has initialised is used, and left to the program to
/// finalise.  Otherwise MPI is started here under a launcher (mpirun, srun),
/// and ends with the process; without a launcher it is never touched, and this
/// process is alone.  The ranks of a machine that may use the same CPUs divide
/// them: each uses only its part from then on.
/// @throws UnavailableError  several ranks, and an MPI without
///                           MPI_THREAD_MULTIPLE; or a launcher of several
///                           that MPI does not know
/// @throws UsageError        MPI has been finalised
const Ranks& mpi_ranks();

}  // namespace tasuki::runtime
