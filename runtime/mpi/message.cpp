#include "runtime/mpi/message.hpp"

#include <starpu_mpi.h>

#include "runtime/core/error.hpp"
#include "runtime/trace/trace_log.hpp"

namespace tasuki::runtime::detail {

namespace {

/// StarPU-MPI calls this when the message is done; it only records.
auto on_end(void* token) -> void (*)(void*) {
    if (token == nullptr) return nullptr;
    return [](void* of) { TraceLog::instance().see_message_end(of); };
}

}  // namespace

void submit_send(Handle array, int to, MessageTag tag, int priority) {
    void* token = TraceLog::instance().see_message(true, to, tag, array);
    check(starpu_mpi_isend_detached_prio(array, to, tag, priority,
                                         MPI_COMM_WORLD, on_end(token), token),
          "starpu_mpi_isend_detached");
}

void submit_receive(Handle array, int from, MessageTag tag, int priority) {
    void* token = TraceLog::instance().see_message(false, from, tag, array);
    check(starpu_mpi_irecv_detached_prio(array, from, tag, priority,
                                         MPI_COMM_WORLD, on_end(token), token),
          "starpu_mpi_irecv_detached");
}

}  // namespace tasuki::runtime::detail
