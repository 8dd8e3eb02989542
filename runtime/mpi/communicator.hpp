// Programs with an MPI of their own: which ranks work together.  Needs mpi.h.
#pragma once

#include <mpi.h>

#include "runtime/mpi/ranks.hpp"

namespace tasuki::runtime {

/// For ContextOptions::communicator.
/// @throws UsageError  before MPI_Init() or after MPI_Finalize()
Communicator share(MPI_Comm communicator);

/// The duplicate that all messages of this process use, so that they never meet
/// those of the program; MPI_COMM_SELF without MPI.  After the first use of
/// Ranks.
MPI_Comm communicator() noexcept;

/// Another one, on which ranks meet at the end of their Contexts: one that an
/// exception brings there early meets no other's collective call.
MPI_Comm communicator_of_ends() noexcept;

}  // namespace tasuki::runtime
