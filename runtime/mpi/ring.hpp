// The ring of machines that watch each other (heartbeat.hpp).  For runtime/mpi/
// alone.
#pragma once

#include <poll.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <string>
#include <vector>

#include "runtime/mpi/tcp_link.hpp"

namespace tasuki::runtime::detail {

using Time = std::chrono::steady_clock::time_point;

/// From one byte to the next.
inline constexpr std::chrono::seconds kBeat{1};

/// What all know of a rank.
struct Member {
    std::uint64_t run;  ///< as of Hello; that of the first rank counts
    long limit;         ///< of TASUKI_LINK_TIMEOUT [s]; the same
    int leader;         ///< of its machine
    long process;
    std::string host;
    int port;  ///< 0 but for leaders
    std::vector<std::string> addresses;
};
/// In the order of the ranks.
using Members = std::vector<Member>;

/// So long a machine may leave unanswered what is sent there.
inline std::chrono::seconds limit_of(const Members& members) {
    return std::chrono::seconds{members[0].limit};
}

/// What a connection begins with: that it is of this run, and meant for whom.
struct Hello {
    std::uint64_t run;
    std::int32_t from, to;  ///< ranks
};

/// Thrown where all ranks have to end.
struct RunEnds {
    std::string why;  ///< empty: another rank says it
};

/// The connection of a rank to the first rank of the next machine: sends a
/// byte, and the next one a second after the answer.
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

/// The connections to the first rank of a machine, from the ranks of the
/// machine before: answers their bytes, and says which of them is silent or has
/// died.
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
