// Messages as StarPU-MPI sends them, and what traces see of all messages.  For
// runtime/mpi/ alone.
#pragma once

#include "runtime/core/data_state.hpp"
#include "runtime/core/session.hpp"
#include "runtime/mpi/message.hpp"
#include "runtime/trace/trace_log.hpp"

namespace tasuki::runtime::detail {

/// Calls submit(token of the message in a trace; null without one).  What that
/// throws leaves no message open.
template <class Submit>
void submit_message(bool sends, int peer, MessageTag tag, Handle array,
                    const Submit& submit) {
    Session& here = session();
    if (sends)
        note_use("submit_send()", array, Access::read);
    else
        note_use("submit_receive()", array, Access::write);
    here.messages.opened();
    try {
        submit(here.log == nullptr
                   ? nullptr
                   : here.log->see_message(sends, peer, tag, array));
    } catch (...) {
        here.messages.closed();
        throw;
    }
}

/// @param sends  or receives, from `peer`
/// @param token  of submit_message()
/// @throws FaultError  StarPU-MPI refuses it
void submit_by_mpi(bool sends, Handle array, int peer, MessageTag tag,
                   int priority, void* token);

}  // namespace tasuki::runtime::detail
