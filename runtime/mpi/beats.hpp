// The bytes by which the machines of a run know of each other (heartbeat.hpp),
// and the connections that carry them.
#pragma once

#include "runtime/mpi/rank_table.hpp"
#include "runtime/mpi/tcp_link.hpp"

namespace tasuki::runtime {

/// Tells those that watch this rank that it ends on purpose. Async-signal-safe,
/// and of no effect without a Heartbeat.
void say_farewell() noexcept;

namespace detail {

/// What a connection carries after its first words.
enum class Byte : char {
    beat = '.',
    failure = 'F',   ///< a Failure comes next
    farewell = 'L',  ///< its sender ends on purpose
    lost = 'X'       ///< its sender ends, as a machine is gone; all do
};

/// Does not wait: a connection that takes no byte is about to break, which is
/// seen there.
void send_byte(int socket, Byte byte) noexcept;

/// To each connection that is noted. Async-signal-safe.
void send_to_all(Byte byte) noexcept;
void send_to_all(const Failure& failure) noexcept;

/// What has been heard of a connection, the weightiest last.
enum class News { none, beat, farewell, lost, closed, broken };
/// Takes what has come, and spreads failures; does not wait.
News hear(const Socket& socket) noexcept;

/// A connection to a rank of this run begins: it is told what has failed.
void note_open(int socket) noexcept;
/// It has ended.
void note_closed(int socket) noexcept;
/// All have.
void forget_connections() noexcept;

}  // namespace detail
}  // namespace tasuki::runtime
