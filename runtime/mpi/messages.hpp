// The messages of this component, for the rest of runtime/ alone.
#pragma once

#include "runtime/core/messages.hpp"

namespace tasuki::runtime::detail {

/// Those of all ranks that MPI, or a simulation of it, connects.
const Messages& mpi_messages();

}  // namespace tasuki::runtime::detail
