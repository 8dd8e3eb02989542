#include "runtime/mpi/mpi_message.hpp"

#include <starpu_mpi.h>

#include "runtime/core/error.hpp"
#include "runtime/core/session.hpp"
#include "runtime/graph/batches.hpp"
#include "runtime/mpi/communicator.hpp"
#include "runtime/trace/trace_log.hpp"

namespace tasuki::runtime::detail {

void message_ended(void* token) {
    Session& here = session();
    here.messages.closed();
    if (token != nullptr) here.log->see_message_end(token);
}

void submit_by_mpi(bool sends, Handle array, int peer, MessageTag tag,
                   int priority, void* token) {
    // What has the array comes before the message.
    session().batches->meet(array);
    const auto submit =
        sends ? starpu_mpi_isend_detached_prio : starpu_mpi_irecv_detached_prio;
    check(submit(array, peer, tag, priority, communicator(), message_ended,
                 token),
          sends ? "starpu_mpi_isend_detached" : "starpu_mpi_irecv_detached");
}

}  // namespace tasuki::runtime::detail
