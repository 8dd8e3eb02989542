// A simulation is of one rank, which has nobody to send to.
#include "runtime/core/error.hpp"
#include "runtime/mpi/message.hpp"

namespace tasuki::runtime::detail {

namespace {

[[noreturn]] void refuse() {
    throw UnavailableError("a message to another rank: a simulation has one");
}

}  // namespace

void message_ended(void*) {}

void submit_send(Handle, int, MessageTag, int) {
    refuse();
}

void submit_receive(Handle, int, MessageTag, int) {
    refuse();
}

}  // namespace tasuki::runtime::detail
