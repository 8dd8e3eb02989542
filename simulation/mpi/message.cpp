// All messages are those of MPI, also between ranks of a node.
//
// Arrays have no memory behind their addresses, and large messages do not give
// them any: nobody has computed what they would copy.
#include <mpi.h>
#include <starpu.h>

#include <utility>

#include "runtime/graph/recorder.hpp"
#include "runtime/mpi/mpi_message.hpp"
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

void submit(bool sends, Handle array, int peer, MessageTag tag, int priority) {
    if (is_recording())
        return record(array,
                      [=] { submit(sends, array, peer, tag, priority); });
    submit_message(sends, peer, tag, array, [&](void* token) {
        submit_by_mpi(sends, array, peer, tag, priority, token);
    });
}

}  // namespace

void leave_large_messages_out() {
    // SimGrid declares the message as one of its bases.
    smpi_comm_set_copy_data_callback(
        reinterpret_cast<void (*)(smx_activity_t, void*, std::size_t)>(arrive));
    take_from =
        std::exchange(starpu_interface_vector_ops.peek_data, take_early);
}

void submit_send(Handle array, int to, MessageTag tag, int priority) {
    submit(true, array, to, tag, priority);
}

void submit_receive(Handle array, int from, MessageTag tag, int priority) {
    submit(false, array, from, tag, priority);
}

void submit_open(Handle, int, MessageTag, int) {}

void submit_release(Handle, int, MessageTag, int) {}

WindowOfArray window_to(int, MessageTag, std::size_t) {
    return {};
}

WindowOfArray window_from(int, MessageTag, std::size_t) {
    return {};
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
