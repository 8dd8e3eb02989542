#include "peers/streams/message.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <cstdio>
#include <limits>

#include "runtime/core/error.hpp"
#include "runtime/core/failure.hpp"
#include "runtime/mpi/communicator.hpp"
#include "runtime/mpi/ranks.hpp"

namespace tasuki::peers::streams {

namespace {

/// The driving thread cannot throw, and no face can follow a lost message.
void check(int rc, const char* call) noexcept {
    if (rc == MPI_SUCCESS) return;
    char why[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(rc, why, &length);
    char message[MPI_MAX_ERROR_STRING + 64];
    std::snprintf(message, sizeof message, "%s (engine streams): %s", call,
                  why);
    runtime::fail(runtime::ExitCode::fault, message);
}

}  // namespace

struct Network::Communicator {
    MPI_Comm comm = MPI_COMM_NULL;
};

void Network::Free::operator()(Communicator* communicator) const noexcept {
    check(MPI_Comm_free(&communicator->comm), "MPI_Comm_free");
    delete communicator;
}

Network::Network() {
    if (!runtime::mpi_ranks().several()) return;
    int provided = 0;
    check(MPI_Query_thread(&provided), "MPI_Query_thread");
    if (provided < MPI_THREAD_MULTIPLE)
        throw runtime::UnavailableError(
            "engine streams on several ranks: this MPI cannot be called by "
            "several threads at a time (MPI_THREAD_MULTIPLE)");
    MPI_Comm comm = MPI_COMM_NULL;
    check(MPI_Comm_dup(runtime::communicator(), &comm), "MPI_Comm_dup");
    communicator_.reset(new Communicator{comm});
    // So that check() can say which call failed.
    check(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN),
          "MPI_Comm_set_errhandler");
}

struct Message::Request {
    MPI_Request request = MPI_REQUEST_NULL;
};

void Message::Free::operator()(Request* request) const noexcept {
    check(MPI_Wait(&request->request, MPI_STATUS_IGNORE), "MPI_Wait");
    check(MPI_Request_free(&request->request), "MPI_Request_free");
    delete request;
}

Message::Message(const Network& network, Way way, void* memory,
                 std::size_t bytes, int rank, int tag) {
    constexpr int most = std::numeric_limits<int>::max();
    if (bytes > most)
        throw runtime::UsageError(
            fmt::format("engine streams: a face of {} bytes; a message has {} "
                        "at most; take more blocks",
                        bytes, most));
    const int count = static_cast<int>(bytes);
    const MPI_Comm comm = network.communicator_->comm;
    MPI_Request request = MPI_REQUEST_NULL;
    if (way == Way::send)
        check(MPI_Send_init(memory, count, MPI_BYTE, rank, tag, comm, &request),
              "MPI_Send_init");
    else
        check(MPI_Recv_init(memory, count, MPI_BYTE, rank, tag, comm, &request),
              "MPI_Recv_init");
    request_.reset(new Request{request});
}

void Message::start() const noexcept {
    check(MPI_Start(&request_->request), "MPI_Start");
}

bool Message::done() const noexcept {
    if (!request_) return true;
    int done = 0;
    check(MPI_Test(&request_->request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    return done != 0;
}

void Message::wait() const noexcept {
    if (request_)
        check(MPI_Wait(&request_->request, MPI_STATUS_IGNORE), "MPI_Wait");
}

}  // namespace tasuki::peers::streams
