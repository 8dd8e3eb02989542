// TCP between the machines of a run, beside MPI.  For runtime/mpi/ alone.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace tasuki::runtime::detail {

/// A socket that never blocks; closed at its end.
class Socket {
  public:
    Socket() = default;
    explicit Socket(int number) : number_{number} {}
    Socket(Socket&& other) noexcept
        : number_{std::exchange(other.number_, -1)} {}
    Socket& operator=(Socket&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Socket();

    /// The file descriptor; negative for none.
    int number() const { return number_; }
    bool is_open() const { return number_ >= 0; }

  private:
    int number_ = -1;
};

/// Addresses, in digits, by which other machines may reach this one.
std::vector<std::string> own_addresses();

/// Listens on every address, on a port that is free.
/// @return  closed, and port 0, where that is not possible
std::pair<Socket, int> listen_anywhere();

/// The next connection of a socket that listens; closed without one. It breaks
/// when the machine of its other end has not answered for `limit`: that is its
/// system, not the process, which may be stopped.
Socket accept_next(const Socket& listening, std::chrono::milliseconds limit);

/// Begins such a connection, to an address in digits; closed where that fails
/// at once.
Socket dial(const std::string& address, int port,
            std::chrono::milliseconds limit);

/// Whether the machine of the other end has answered of late, which needs no
/// process there.
bool is_answered(const Socket& socket);

/// What has failed since the last call, an errno; 0: nothing has.
int failure_of(const Socket& socket);

}  // namespace tasuki::runtime::detail
