// Messages as StarPU-MPI sends them, and what traces see of all messages.  For
// runtime/mpi/ alone.
#pragma once

#include "runtime/mpi/message.hpp"

namespace tasuki::runtime::detail {

/// The token of the message in a trace; null without one.
void* open_message(bool sends, int peer, MessageTag tag, Handle array);

/// @param token  of open_message()
/// @throws FaultError  StarPU-MPI refuses it
void send_by_mpi(Handle array, int to, MessageTag tag, int priority,
                 void* token);
/// The same.
void receive_by_mpi(Handle array, int from, MessageTag tag, int priority,
                    void* token);

}  // namespace tasuki::runtime::detail
