// Programs with an MPI of their own: which ranks work together.  Needs mpi.h.
#pragma once

#include <mpi.h>

#include "runtime/mpi/ranks.hpp"

namespace tasuki::runtime {

/// The ranks of a communicator, which is duplicated.  For the first use of
/// mpi_ranks() in the process; afterwards it has to be of the same ranks.
/// @throws UsageError  before MPI_Init() or after MPI_Finalize(); the
///                     communicator is null, joins two groups or is of other
///                     ranks than before
const Ranks& mpi_ranks(MPI_Comm communicator);

/// A duplicate, whose messages never meet those of the program;
/// MPI_COMM_SELF without MPI.  After the first use of mpi_ranks().
MPI_Comm communicator() noexcept;

}  // namespace tasuki::runtime
