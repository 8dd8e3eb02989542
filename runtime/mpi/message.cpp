#include "runtime/mpi/message.hpp"

#include "runtime/core/session.hpp"
#include "runtime/graph/recorder.hpp"
#include "runtime/mpi/mpi_message.hpp"
#include "runtime/mpi/transfers.hpp"
#include "runtime/trace/trace_log.hpp"

namespace tasuki::runtime::detail {

namespace {

void see_task_of(void* token) {
    if (token != nullptr) session().log->see_message_task(token);
}

}  // namespace

void submit_send(Handle array, int to, MessageTag tag, int priority) {
    const auto again = [=] { submit_send(array, to, tag, priority); };
    if (records(array, again)) return;
    submit_message(true, to, tag, array, [&](void* token) {
        Transfers* const t = transfers();
        if (t == nullptr) return send_by_mpi(array, to, tag, priority, token);
        t->send(array, to, tag, priority, token);
        see_task_of(token);
    });
}

void submit_receive(Handle array, int from, MessageTag tag, int priority) {
    const auto again = [=] { submit_receive(array, from, tag, priority); };
    if (records(array, again)) return;
    submit_message(false, from, tag, array, [&](void* token) {
        Transfers* const t = transfers();
        if (t == nullptr)
            return receive_by_mpi(array, from, tag, priority, token);
        t->receive(array, from, tag, priority, token);
        see_task_of(token);
    });
}

void submit_open(Handle array, int to, MessageTag tag, int priority) {
    const auto again = [=] { submit_open(array, to, tag, priority); };
    if (records(array, again)) return;
    if (Transfers* const t = transfers(); t != nullptr)
        t->open(array, to, tag, priority);
}

void submit_release(Handle array, int from, MessageTag tag, int priority) {
    const auto again = [=] { submit_release(array, from, tag, priority); };
    if (records(array, again)) return;
    if (Transfers* const t = transfers(); t != nullptr)
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
