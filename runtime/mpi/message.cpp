#include "runtime/mpi/message.hpp"

#include <starpu_mpi.h>

#include "runtime/core/error.hpp"
#include "runtime/core/session.hpp"
#include "runtime/mpi/communicator.hpp"
#include "runtime/mpi/transfers.hpp"
#include "runtime/replay/batches.hpp"
#include "runtime/replay/replay.hpp"
#include "runtime/trace/trace_log.hpp"

namespace tasuki::runtime::detail {

namespace {

void see_task_of(void* token) {
    if (token != nullptr) session().log->see_message_task(token);
}

/// What has the array comes before the message.
void meet(Handle array) {
    Session& here = session();
    with_replay(here, [array](Replay& r) { return r.meet(array); });
    here.batches->meet(array);
}

/// Calls submit(token of the message in a trace; null without one).  What that
/// throws leaves no message open.
template <class Submit>
void submit_message(bool sends, int peer, MessageTag tag, Handle array,
                    const Submit& submit) {
    Session& here = session();
    here.messages.opened();
    try {
        submit(here.log == nullptr
                   ? nullptr
                   : here.log->see_message(sends, peer, tag, array));
    } catch (...) {
        here.messages.closed();
        throw;
    }
}

}  // namespace

void message_ended(void* token) {
    Session& here = session();
    here.messages.closed();
    if (token != nullptr) here.log->see_message_end(token);
}

void submit_send(Handle array, int to, MessageTag tag, int priority) {
    submit_message(true, to, tag, array, [&](void* token) {
        if (Transfers* const t = transfers(); t != nullptr && t->reaches(to)) {
            t->send(array, to, tag, priority, token);
            return see_task_of(token);
        }
        meet(array);
        check(
            starpu_mpi_isend_detached_prio(
                array, to, tag, priority, communicator(), message_ended, token),
            "starpu_mpi_isend_detached");
    });
}

void submit_receive(Handle array, int from, MessageTag tag, int priority) {
    submit_message(false, from, tag, array, [&](void* token) {
        if (Transfers* const t = transfers();
            t != nullptr && t->reaches(from)) {
            t->receive(array, from, tag, priority, token);
            return see_task_of(token);
        }
        meet(array);
        check(starpu_mpi_irecv_detached_prio(array, from, tag, priority,
                                             communicator(), message_ended,
                                             token),
              "starpu_mpi_irecv_detached");
    });
}

void submit_open(Handle array, int to, MessageTag tag, int priority) {
    if (Transfers* const t = transfers(); t != nullptr && t->reaches(to))
        t->open(array, to, tag, priority);
}

void submit_release(Handle array, int from, MessageTag tag, int priority) {
    if (Transfers* const t = transfers(); t != nullptr && t->reaches(from))
        t->release(array, from, tag, priority);
}

WindowOfArray window_to(int to, MessageTag tag, std::size_t bytes) {
    Transfers* const t = transfers();
    return t == nullptr ? WindowOfArray{} : t->window_to(to, tag, bytes);
}

WindowOfArray window_from(int from, MessageTag tag, std::size_t bytes) {
    Transfers* const t = transfers();
    return t == nullptr ? WindowOfArray{} : t->window_from(from, tag, bytes);
}

}  // namespace tasuki::runtime::detail
