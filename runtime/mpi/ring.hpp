// The ring of machines that watch each other (heartbeat.hpp).  For runtime/mpi/
// alone.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

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
/// As the system of that rank's machine does not answer.
RunEnds gone(const Members& members, int rank);

}  // namespace tasuki::runtime::detail
