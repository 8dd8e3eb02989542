// The living ranks of a run on this machine, for signal handlers.
//
// mpirun ends all ranks within a second or two when one has died, but its
// messages do not say so, and the others only see its SIGTERM.  A table in
// shared memory tells them which rank died without leaving, and lets one of
// them report for all.  It also keeps why a Context has failed.  All functions
// but share_rank_table() are async-signal-safe; without a table each process is
// alone.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace tasuki::runtime {

class Ranks;

/// Makes or joins the table of a machine.  `leader` is the process of its
/// local rank 0, and barrier() lets all of its ranks wait for each other.
/// Without shared memory there is no table.
void share_rank_table(const Ranks& ranks, pid_t leader,
                      const std::function<void()>& barrier);

/// "rank 2 (host, pid 1234): "; empty without several ranks.
const char* rank_prefix() noexcept;

/// Whether this process reports for its machine why the run ends: true for the
/// first call on the machine.
bool speaks_for_all() noexcept;

/// A Spokesman (failure.hpp): this rank ends on purpose, and speaks unless
/// another has.
const char* speak_for_ranks() noexcept;

/// From now on this rank ends on purpose, and does not count as dead.
void leave_rank_table() noexcept;
/// Tells the ranks of other machines that watch this one (heartbeat.hpp) that
/// it ends on purpose.
void say_farewell() noexcept;

/// A rank of this machine that died without leaving.
struct DeadRank {
    int rank;       ///< in the run
    pid_t process;  ///< which has ended
};
/// One of them; empty while there is none.
std::optional<DeadRank> find_dead_rank() noexcept;

/// Why the Contexts of all ranks have failed.
struct Failure {
    std::uint32_t context;  ///< its number, from 1
    char words[508];        ///< cut where they are longer
};
/// Another Context begins: failures of earlier ones do not count any more.  All
/// ranks call it before one of them can fail.
void begin_context() noexcept;
/// This rank tells all others that its Context has failed.
/// @param prefix  of the words: the name of this rank, or nothing
void say_failed(const char* prefix, const char* what) noexcept;
/// Keeps the first failure of a Context for the ranks of this machine, and
/// passes it on to the next machines.
void spread(const Failure& failure) noexcept;
/// What a rank has said of this Context; null while none has.
const Failure* find_failure() noexcept;

/// Whether no rank of this machine has died or left.
bool all_ranks_run() noexcept;

/// How many of the run's ranks are in the table.
enum class Seen { none, some, all };
/// `none` before share_rank_table(), and without shared memory.
Seen seen_ranks() noexcept;

/// The name of this machine; empty before share_rank_table().
const char* rank_host() noexcept;

namespace detail {

// Connections to ranks of other machines (ring.hpp), for signal handlers too.

/// What a connection carries after its first words.
enum class Byte : char {
    beat = '.',
    failure = 'F',   ///< a Failure comes next
    farewell = 'L',  ///< its sender ends on purpose
    lost = 'X'       ///< its sender ends, as a machine is gone; all do
};
/// How a failure is sent.
struct Frame {
    Byte byte;
    Failure failure;
};

/// Does not wait: a connection that takes no byte is about to break, which is
/// seen there.
void send(int socket, const void* what, std::size_t bytes) noexcept;
/// To each connection that is noted.
void send_to_all(Byte byte) noexcept;

/// A connection to a rank of this run begins: it is told what has failed.
void note_open(int socket) noexcept;
/// It has ended.
void note_closed(int socket) noexcept;
/// All have.
void forget_connections() noexcept;

}  // namespace detail
}  // namespace tasuki::runtime
