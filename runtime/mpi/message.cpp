#include "runtime/mpi/message.hpp"

#include <starpu_mpi.h>

#include "runtime/core/error.hpp"
#include "runtime/mpi/communicator.hpp"
#include "runtime/mpi/open_messages.hpp"
#include "runtime/trace/trace_log.hpp"

namespace tasuki::runtime::detail {

namespace {

/// StarPU-MPI calls this when the message is done.
void on_end(void* token) {
    message_closed();
    if (token != nullptr) TraceLog::instance().see_message_end(token);
}

/// @throws FaultError  unless `rc` is 0
void check_submission(int rc, const char* call) {
    if (rc != 0) message_closed();
    check(rc, call);
}

}  // namespace

void submit_send(Handle array, int to, MessageTag tag, int priority) {
    void* token = TraceLog::instance().see_message(true, to, tag, array);
    message_opened();
    check_submission(
        starpu_mpi_isend_detached_prio(array, to, tag, priority, communicator(),
                                       on_end, token),
        "starpu_mpi_isend_detached");
}

void submit_receive(Handle array, int from, MessageTag tag, int priority) {
    void* token = TraceLog::instance().see_message(false, from, tag, array);
    message_opened();
    check_submission(
        starpu_mpi_irecv_detached_prio(array, from, tag, priority,
                                       communicator(), on_end, token),
        "starpu_mpi_irecv_detached");
}

}  // namespace tasuki::runtime::detail
