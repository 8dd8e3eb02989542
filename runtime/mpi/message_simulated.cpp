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

void submit_open(Handle, int, MessageTag, int) {
    refuse();
}

void submit_release(Handle, int, MessageTag, int) {
    refuse();
}

WindowOfArray window_to(int, MessageTag, std::size_t) {
    refuse();
}

WindowOfArray window_from(int, MessageTag, std::size_t) {
    refuse();
}

}  // namespace tasuki::runtime::detail
