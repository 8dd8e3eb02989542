// Messages between ranks as the rest of runtime/ calls them: the component mpi
// has them (mpi/message.hpp), and a program may lack it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/core/data.hpp"

namespace tasuki::runtime {

/// Channel of a message: both sides name the same number, and messages of
/// one number between two ranks keep their order.
using MessageTag = std::int64_t;

namespace detail {

/// Memory for an array of a message.
struct WindowOfArray {
    void* memory = nullptr;  ///< null: it gets its own
    int worker = -1;         ///< that computes there
};

/// The functions of mpi/message.hpp, for arrays of any type.
class Messages {
  public:
    Messages() = default;
    virtual ~Messages() = default;
    Messages(const Messages&) = delete;
    Messages& operator=(const Messages&) = delete;

    /// What submit_send(), submit_receive(), submit_open() and submit_release()
    /// do.
    virtual void send(Handle array, int to, MessageTag tag,
                      int priority) const = 0;
    virtual void receive(Handle array, int from, MessageTag tag,
                         int priority) const = 0;
    virtual void open(Handle array, int to, MessageTag tag,
                      int priority) const = 0;
    virtual void release(Handle array, int from, MessageTag tag,
                         int priority) const = 0;
    /// Memory for array_to() and array_from().
    virtual WindowOfArray window_to(int to, MessageTag tag,
                                    std::size_t bytes) const = 0;
    virtual WindowOfArray window_from(int from, MessageTag tag,
                                      std::size_t bytes) const = 0;
};

}  // namespace detail
}  // namespace tasuki::runtime
