// The connections to the first rank of a machine, from the ranks of the machine
// before.  For runtime/mpi/ alone.
#pragma once

#include <poll.h>

#include <list>
#include <string>
#include <vector>

#include "runtime/mpi/ring.hpp"
#include "runtime/mpi/tcp_link.hpp"

namespace tasuki::runtime::detail {

/// Answers their bytes, and says which of them is silent or has died.
class WatchedRanks {
  public:
    /// @param members    outlive it
    /// @param listening  closed but on the first rank of a machine
    WatchedRanks(const Members& members, int own, Socket listening);

    void add_files(std::vector<pollfd>& files) const;
    /// This process was stopped itself, and heard nobody.
    void forgive(Time now);
    /// Does what is due.
    /// @throws RunEnds  a machine is gone, or a rank of it has died
    void tend(Time now);

  private:
    struct Watched {
        Socket socket;
        Time heard;
        int rank = -1;     ///< not known yet
        int silences = 0;  ///< said
    };

    bool tend(Watched& watched, Time now);
    bool greet(Watched& watched, Time now);
    void say_silence(Watched& watched, Time now);
    RunEnds death_of(int rank) const;
    void end_later(Time now, RunEnds end);

    const Members& members_;
    const int own_;
    Socket listening_;
    std::list<Watched> watched_;
    Time end_at_ = Time::max();
    RunEnds end_;
};

}  // namespace tasuki::runtime::detail
