// Messages between the ranks of a run, by MPI.  A call that fails ends the
// process with its message (runtime/core/failure.hpp).
#pragma once

#include <cstddef>
#include <memory>

namespace tasuki::peers::streams {

/// Where the messages of a Machine travel, apart from all others: StarPU-MPI
/// receives from any source.  Nothing with one rank.
class Network {
  public:
    /// Every rank calls, in the same order.
    /// @throws UnavailableError  this MPI does not allow calls of several
    ///                           threads; StarPU-MPI has one too
    Network();

  private:
    friend class Message;
    struct Communicator;
    struct Free {
        void operator()(Communicator*) const noexcept;
    };
    std::unique_ptr<Communicator, Free> communicator_;
};

/// A message that is sent, or received, again and again: always between the
/// same two ranks, in the same memory.  None by default, which is always done.
class Message {
  public:
    enum class Way { send, receive };

    Message() = default;
    /// Starts nothing.  Memory and network outlive it.
    /// @param rank  the other end, which names the same tag
    /// @throws UsageError  more bytes than a message can have
    Message(const Network& network, Way way, void* memory, std::size_t bytes,
            int rank, int tag);

    /// Returns at once.  The memory is MPI's until the message is done.
    void start() const noexcept;
    /// Whether it is done; lets MPI progress all others too.
    bool done() const noexcept;
    void wait() const noexcept;

  private:
    struct Request;
    struct Free {
        /// Waits: MPI may still use the memory.
        void operator()(Request*) const noexcept;
    };
    std::unique_ptr<Request, Free> request_;
};

}  // namespace tasuki::peers::streams
