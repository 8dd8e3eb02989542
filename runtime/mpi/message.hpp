// Arrays sent from rank to rank, in the order of the tasks around them.
#pragma once

#include <span>

#include "runtime/core/array.hpp"
#include "runtime/core/messages.hpp"

namespace tasuki::runtime {

namespace detail {
template <class T>
Array<T> array_in(Context& context, std::size_t size,
                  const WindowOfArray& window) {
    if (window.memory == nullptr) return {context, size};
    return {context, window.worker,
            std::span{static_cast<T*>(window.memory), size}};
}
}  // namespace detail

/// Sends what the array holds after the tasks submitted so far; returns at
/// once.  Tasks submitted later that write it wait until it has left.
/// @throws UsageError        the other rank is known to receive another size
/// @throws UnavailableError  more than 16384 numbers, where sizes that differ
///                           by more than a quarter count as several
template <class T>
void submit_send(const Array<T>& array, int to, MessageTag tag,
                 int priority = 0) {
    detail::messages().submit(
        {detail::Half::Call::send, array.raw(), to, tag, priority});
}

/// Receives into an array of the same size; returns at once.  Tasks submitted
/// later that use it wait for the message.  A size that turns out to be another
/// one ends the run with exit code 2.
/// @throws UnavailableError  as of submit_send(); or no memory is left
template <class T>
void submit_receive(Array<T>& array, int from, MessageTag tag,
                    int priority = 0) {
    detail::messages().submit(
        {detail::Half::Call::receive, array.raw(), from, tag, priority});
}

// Arrays for messages that are sent again and again.  Between GPUs of a machine
// that reach each other they are in the memory of the receiver: tasks of the
// sender write them there, tasks of the receiver read them there, and nothing
// is copied.  Elsewhere they are as any array, and the calls do no harm.
//
//   sender     submit_open, tasks that write it, submit_send
//   receiver   submit_receive, tasks that read it, submit_release

/// Of `size` elements to be sent.  Waits until the receiver has made its
/// array_from() of that number and size: so a rank makes those first.
/// @throws UsageError  more than kMostElements
template <class T>
Array<T> array_to(Context& context, std::size_t size, int to, MessageTag tag) {
    return detail::array_in<T>(
        context, size, detail::messages().window_to(to, tag, size * sizeof(T)));
}

/// Of `size` elements to be received.  The sender has, or will have, an
/// array_to() of that number and size, or sends other arrays.
/// @throws UsageError        more than kMostElements
/// @throws UnavailableError  no memory is left
template <class T>
Array<T> array_from(Context& context, std::size_t size, int from,
                    MessageTag tag) {
    return detail::array_in<T>(
        context, size,
        detail::messages().window_from(from, tag, size * sizeof(T)));
}

/// Tasks that write an array_to() and are submitted later wait until the
/// receiver has released its last message.  It keeps its elements.  In a
/// graph nothing is received between this and submit_send().
template <class T>
void submit_open(Array<T>& array, int to, MessageTag tag, int priority = 0) {
    detail::messages().submit(
        {detail::Half::Call::open, array.raw(), to, tag, priority});
}

/// The tasks submitted so far are the last that read an array_from() as it was
/// received: the sender may write it again.  In a graph, before
/// anything else is sent.
template <class T>
void submit_release(Array<T>& array, int from, MessageTag tag,
                    int priority = 0) {
    detail::messages().submit(
        {detail::Half::Call::release, array.raw(), from, tag, priority});
}

}  // namespace tasuki::runtime
