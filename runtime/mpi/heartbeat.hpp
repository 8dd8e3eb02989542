// Whether the machines of a run still reach each other, and their ranks live.
//
// MPI says nothing of a machine whose link was cut: it keeps what is sent
// there, and every rank waits for ever. So each rank has a TCP connection to
// the first rank of the next machine, in a ring of all machines:
//
//   rank             sends a byte, every second after its answer
//   watches it       the first rank of the next machine: it answers
//
// The systems of both machines confirm these bytes, whatever their processes
// do. So a rank that is stopped, or gets no CPU, is told from a machine that is
// gone: one is said, and waited for; the other ends the run.  Why a Context has
// failed goes around the ring too (rank_table.hpp).
#pragma once

#include <sys/eventfd.h>

#include <atomic>
#include <thread>

#include "runtime/core/ranks.hpp"
#include "runtime/mpi/ring.hpp"

namespace tasuki::runtime {

/// A thread of this rank, which takes part until the destructor. Ranks that no
/// address of the next machine lets in are not watched, which is logged.
class Heartbeat {
  public:
    /// All ranks of a run on several machines call it. TASUKI_LINK_TIMEOUT of
    /// the first rank is how long a machine may not answer [s]; 0: nobody
    /// watches.
    /// @param leader      the first rank of this machine, among all
    /// @throws UsageError  that variable is no number
    Heartbeat(const Ranks& ranks, int leader);
    ~Heartbeat();
    Heartbeat(const Heartbeat&) = delete;
    Heartbeat& operator=(const Heartbeat&) = delete;

  private:
    void watch();

    detail::Socket listening_;  // before it is given to those below
    const detail::Members members_;
    detail::NextMachine next_;
    detail::WatchedRanks watched_;
    detail::Socket stop_{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    std::atomic<bool> ends_{false};
    std::thread thread_;
};

}  // namespace tasuki::runtime
