#include "runtime/core/messages.hpp"

#include "runtime/core/data_state.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/session.hpp"
#include "runtime/graph/recorder.hpp"
#include "runtime/trace/trace_log.hpp"

namespace tasuki::runtime::detail {

void Messages::submit(const Half& half) {
    if (is_recording()) return record(half, [this, half] { submit(half); });
    if (!half.is_message()) return start(half, nullptr);
    if (half.sends())
        note_use("submit_send()", half.array, Access::read);
    else
        note_use("submit_receive()", half.array, Access::write);
    Session& here = session();
    here.messages.opened();
    try {
        start(half, here.log == nullptr
                        ? nullptr
                        : here.log->see_message(half.sends(), half.peer,
                                                half.tag, half.array));
    } catch (...) {
        here.messages.closed();
        throw;
    }
}

void Messages::ended(void* token) {
    Session& here = session();
    here.messages.closed();
    if (token != nullptr) here.log->see_message_end(token);
}

Messages& messages() {
    Session* const here = find_session();
    if (here == nullptr || here->transfers == nullptr)
        throw UsageError("a message in a Context of one rank");
    return *here->transfers;
}

}  // namespace tasuki::runtime::detail
