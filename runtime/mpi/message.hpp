// Arrays sent from rank to rank, in the order of the tasks around them.
#pragma once

#include <cstdint>

#include "runtime/core/array.hpp"

namespace tasuki::runtime {

/// Channel of a message: both sides name the same number, and messages of
/// one number between two ranks keep their order.
using MessageTag = std::int64_t;

namespace detail {
void submit_send(Handle array, int to, MessageTag tag, int priority);
void submit_receive(Handle array, int from, MessageTag tag, int priority);
/// It has left or arrived.
/// @param token  of the message in a trace; null without one
void message_ended(void* token);
}  // namespace detail

/// Sends what the array holds after the tasks submitted so far; returns at
/// once.  Tasks submitted later that write it wait until it has left.
template <class T>
void submit_send(const Array<T>& array, int to, MessageTag tag,
                 int priority = 0) {
    detail::submit_send(array.raw(), to, tag, priority);
}

/// Receives into an array of the same size; returns at once.  Tasks submitted
/// later that use it wait for the message.
template <class T>
void submit_receive(Array<T>& array, int from, MessageTag tag,
                    int priority = 0) {
    detail::submit_receive(array.raw(), from, tag, priority);
}

}  // namespace tasuki::runtime
