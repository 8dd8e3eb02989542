// All messages are those of MPI, also between ranks of a node.
//
// Arrays have no memory behind their addresses, and large messages do not give
// them any: nobody has computed what they would copy.
#include <mpi.h>
#include <starpu_mpi.h>

#include <memory>
#include <utility>

#include "runtime/core/error.hpp"
#include "runtime/core/session.hpp"
#include "runtime/graph/batches.hpp"
#include "runtime/graph/recorder.hpp"
#include "simulation/current.hpp"
#include "simulation/mpi/messages.hpp"

namespace tasuki::runtime::detail {

namespace {

/// A message of as many elements of a type, as bytes if it is large.
struct Contents {
    int count;
    MPI_Datatype type;

    Contents(int elements, MPI_Datatype of) : count{elements}, type{of} {
        int size = 0;
        MPI_Type_size(of, &size);
        // StarPU-MPI itself counts bytes of a message in an int.
        if (static_cast<std::size_t>(elements) * size < kLargeMessage) return;
        count = elements * size;
        type = MPI_BYTE;
    }
};

/// SimGrid calls it when a message arrives.
void arrive(simgrid::kernel::activity::CommImpl* message, void* data,
            std::size_t bytes) {
    if (bytes < kLargeMessage)
        smpi_comm_copy_buffer_callback(message, data, bytes);
}

/// StarPU's own.
decltype(starpu_interface_vector_ops.peek_data) take_from = nullptr;

/// StarPU-MPI calls it for a message that came before the receiver asked.
int take_early(starpu_data_handle_t array, unsigned node, void* from,
               std::size_t bytes) {
    return bytes < kLargeMessage ? take_from(array, node, from, bytes) : 0;
}

/// What prepares or ends a message does nothing.
class SimulatedMessages final : public Messages {
    void start(const Half& half, void* token) override {
        if (!half.is_message()) return;
        // What has the array comes before the message.
        session().batches->meet(half.array);
        const auto submit = half.sends() ? starpu_mpi_isend_detached_prio
                                         : starpu_mpi_irecv_detached_prio;
        check(submit(half.array, half.peer, half.tag, half.priority,
                     MPI_COMM_WORLD, ended, token),
              half.sends() ? "starpu_mpi_isend_detached"
                           : "starpu_mpi_irecv_detached");
    }
    void record(const Half& half, const std::function<void()>& again) override {
        if (half.is_message()) detail::record(half.array, again);
    }
};

}  // namespace

void leave_large_messages_out() {
    // SimGrid declares the message as one of its bases.
    smpi_comm_set_copy_data_callback(
        reinterpret_cast<void (*)(smx_activity_t, void*, std::size_t)>(arrive));
    take_from =
        std::exchange(starpu_interface_vector_ops.peek_data, take_early);
}

std::unique_ptr<Messages> simulated_messages() {
    return std::make_unique<SimulatedMessages>();
}

}  // namespace tasuki::runtime::detail

// What StarPU-MPI calls. It has a type for each array, of which SimGrid would
// make a copy in bytes on either side.

extern "C" int MPI_Isend(const void* data, int count, MPI_Datatype type, int to,
                         int tag, MPI_Comm comm, MPI_Request* request) {
    const tasuki::runtime::detail::Contents sent{count, type};
    return PMPI_Isend(data, sent.count, sent.type, to, tag, comm, request);
}

extern "C" int MPI_Irecv(void* data, int count, MPI_Datatype type, int from,
                         int tag, MPI_Comm comm, MPI_Request* request) {
    const tasuki::runtime::detail::Contents got{count, type};
    return PMPI_Irecv(data, got.count, got.type, from, tag, comm, request);
}
