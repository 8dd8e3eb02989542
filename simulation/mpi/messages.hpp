// Messages between the ranks of a simulation.  For runtime/mpi/ alone.
#pragma once

namespace tasuki::runtime::detail {

/// From now on no rank copies what large messages hold.
void leave_large_messages_out();

}  // namespace tasuki::runtime::detail
