#include "runtime/mpi/mpi_message.hpp"

#include <starpu_mpi.h>

#include "runtime/core/error.hpp"
#include "runtime/core/session.hpp"
#include "runtime/graph/batches.hpp"
#include "runtime/mpi/communicator.hpp"
#include "runtime/trace/trace_log.hpp"

namespace tasuki::runtime::detail {

namespace {

/// What has the array comes before the message.
void meet(Handle array) {
    session().batches->meet(array);
}

}  // namespace

void message_ended(void* token) {
    Session& here = session();
    here.messages.closed();
    if (token != nullptr) here.log->see_message_end(token);
}

void send_by_mpi(Handle array, int to, MessageTag tag, int priority,
                 void* token) {
    meet(array);
    check(starpu_mpi_isend_detached_prio(array, to, tag, priority,
                                         communicator(), message_ended, token),
          "starpu_mpi_isend_detached");
}

void receive_by_mpi(Handle array, int from, MessageTag tag, int priority,
                    void* token) {
    meet(array);
    check(starpu_mpi_irecv_detached_prio(array, from, tag, priority,
                                         communicator(), message_ended, token),
          "starpu_mpi_irecv_detached");
}

}  // namespace tasuki::runtime::detail
