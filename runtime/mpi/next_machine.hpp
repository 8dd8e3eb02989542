// The connection of a rank to the first rank of the next machine.  For
// runtime/mpi/ alone.
#pragma once

#include <poll.h>

#include <cstddef>

#include "runtime/mpi/ring.hpp"
#include "runtime/mpi/tcp_link.hpp"

namespace tasuki::runtime::detail {

/// Sends a byte, and the next one a second after the answer.
class NextMachine {
  public:
    /// @param members  outlive it
    NextMachine(const Members& members, int own);

    pollfd file() const;
    /// Tries the next address that may let this rank in; called once before
    /// tend().
    void dial(Time now);
    /// Does what is due.
    /// @throws RunEnds  the machine is gone, or another one of which it says so
    void tend(Time now);

  private:
    bool connect(Time now);

    const Members& members_;
    const int own_, rank_;
    Socket socket_;
    std::size_t tried_ = 0;  // addresses
    bool is_connected_ = false;
    bool is_known_ = false;  // it has answered: it is of this run
    bool waits_ = false;     // for an answer
    Time since_{};           // of the last of these
};

}  // namespace tasuki::runtime::detail
