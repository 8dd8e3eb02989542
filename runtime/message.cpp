#include "runtime/message.hpp"

#include <starpu_mpi.h>

#include "runtime/error.hpp"

namespace tasuki::runtime::detail {

void submit_send(starpu_data_handle_t array, int to, MessageTag tag,
                 int priority) {
    check(starpu_mpi_isend_detached_prio(array, to, tag, priority,
                                         MPI_COMM_WORLD, nullptr, nullptr),
          "starpu_mpi_isend_detached");
}

void submit_receive(starpu_data_handle_t array, int from, MessageTag tag,
                    int priority) {
    check(starpu_mpi_irecv_detached_prio(array, from, tag, priority,
                                         MPI_COMM_WORLD, nullptr, nullptr),
          "starpu_mpi_irecv_detached");
}

}  // namespace tasuki::runtime::detail
