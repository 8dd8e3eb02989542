// Messages between ranks as the rest of runtime/ calls them: the component mpi
// has them (mpi/message.hpp), and a program may lack it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

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

/// A call of submit_open(), submit_send(), submit_receive() or
/// submit_release().
struct Half {
    enum class Call { open, send, receive, release };
    Call call;
    Handle array;
    int peer;
    MessageTag tag;
    int priority;

    bool sends() const { return call == Call::open || call == Call::send; }
    /// Whether it is a message, and does not only prepare or end one.
    bool is_message() const {
        return call == Call::send || call == Call::receive;
    }
};

/// Those of a Context, of arrays of any type.
class Messages {
  public:
    Messages() = default;
    virtual ~Messages() = default;
    Messages(const Messages&) = delete;
    Messages& operator=(const Messages&) = delete;

    /// Submits it, or leaves it to the graph that this thread records.
    void submit(const Half& half);
    /// Memory for array_to() and array_from().
    virtual WindowOfArray window_to(int /*to*/, MessageTag, std::size_t) {
        return {};
    }
    virtual WindowOfArray window_from(int /*from*/, MessageTag, std::size_t) {
        return {};
    }

  protected:
    /// It has left or arrived.
    /// @param token  of the message in a trace; null without one
    static void ended(void* token);

  private:
    virtual void start(const Half& half, void* token) = 0;
    /// The graph that this thread records has it, and calls again() for each
    /// run.
    virtual void record(const Half& half,
                        const std::function<void()>& again) = 0;
};

/// Those of the Context of the process.
/// @throws UsageError  it has one rank
Messages& messages();

}  // namespace detail
}  // namespace tasuki::runtime
