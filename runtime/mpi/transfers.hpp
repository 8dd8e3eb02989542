// Arrays that go from GPU to GPU between ranks of one machine: as tasks, and
// without MPI.
//
//   sender     put    array -> window on the receiver's GPU, over their link
//   receiver   take   window -> array
//
// Each pair of a `put` and a `take` has a window, and a flag that both
// processes see: whether it is full.  StarPU gets a task at once, in the order
// of the program, but may start it only when the other side has set the flag;
// so no worker ever waits, and other tasks go on.  In a replay on one GPU the
// graph waits for the flag instead.  docs/decisions/0017.  For runtime/mpi/
// alone.
#pragma once

#include <mpi.h>

#include <memory>

#include "runtime/core/data.hpp"
#include "runtime/mpi/message.hpp"

namespace tasuki::runtime::detail {

/// Of one Context.
class Transfers {
  public:
    /// Finds out whom this rank reaches.  All ranks of the machine call it,
    /// when StarPU has started.
    /// @param machine  they; duplicated
    /// @param ranks    of the whole run
    Transfers(MPI_Comm machine, const Ranks& ranks);
    /// When no rank has a message open any more.  All of them call it.
    ~Transfers();
    Transfers(const Transfers&) = delete;
    Transfers& operator=(const Transfers&) = delete;

    /// Whether messages from and to a rank are such.
    bool reaches(int rank) const;
    /// How many ranks that is.
    int reached() const;
    /// Whether all ranks of the machine reach all others.
    bool all_reach_all() const;

    /// As of message.hpp.
    void send(Handle array, int to, MessageTag tag, int priority, void* token);
    void receive(Handle array, int from, MessageTag tag, int priority,
                 void* token);

  private:
    class Courier;

    std::unique_ptr<Courier> courier_;
};

/// Of the Context; null: there are none.
Transfers* transfers() noexcept;

}  // namespace tasuki::runtime::detail
