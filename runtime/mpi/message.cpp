#include "runtime/mpi/message.hpp"

#include "runtime/core/session.hpp"
#include "runtime/graph/recorder.hpp"
#include "runtime/mpi/mpi_message.hpp"
#include "runtime/mpi/transfers.hpp"
#include "runtime/trace/trace_log.hpp"

namespace tasuki::runtime::detail {

namespace {

using Call = Transfers::Half::Call;

/// @return  whether the graph has it that this thread records
bool is_recorded(const Transfers::Half& half,
                 const std::function<void()>& again) {
    if (!is_recording()) return false;
    const bool is_message =
        half.call == Call::send || half.call == Call::receive;
    if (Transfers* const t = transfers(); t != nullptr)
        t->record(half, again);
    else if (is_message)
        record(half.array, again);
    return true;
}

void submit(const Transfers::Half& half) {
    const auto again = [=] { submit(half); };
    if (is_recorded(half, again)) return;
    const auto& [call, array, peer, tag, priority] = half;
    submit_message(half.sends(), peer, tag, array, [&](void* token) {
        Transfers* const t = transfers();
        if (t == nullptr)
            return submit_by_mpi(half.sends(), array, peer, tag, priority,
                                 token);
        t->submit(half, token);
        if (token != nullptr) session().log->see_message_task(token);
    });
}

/// An array that may be in a window.
void submit_in_place(const Transfers::Half& half) {
    const auto again = [=] { submit_in_place(half); };
    if (is_recorded(half, again)) return;
    if (Transfers* const t = transfers(); t != nullptr)
        t->submit(half, nullptr);
}

}  // namespace

void submit_send(Handle array, int to, MessageTag tag, int priority) {
    submit({Call::send, array, to, tag, priority});
}

void submit_receive(Handle array, int from, MessageTag tag, int priority) {
    submit({Call::receive, array, from, tag, priority});
}

void submit_open(Handle array, int to, MessageTag tag, int priority) {
    submit_in_place({Call::open, array, to, tag, priority});
}

void submit_release(Handle array, int from, MessageTag tag, int priority) {
    submit_in_place({Call::release, array, from, tag, priority});
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
