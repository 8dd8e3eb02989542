// Whether the machines of a run still reach each other, and their ranks live:
// by a byte every second on a ring of TCP connections (docs/decisions/0021).
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
