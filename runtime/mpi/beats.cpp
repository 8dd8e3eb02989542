#include "runtime/mpi/beats.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>

namespace tasuki::runtime {

namespace detail {

namespace {

/// File numbers and 1, or 0. say_farewell() may interrupt anything.
std::array<std::atomic<int>, 512> open_connections;
static_assert(std::atomic<int>::is_always_lock_free);

void replace(int number, int by) noexcept {
    for (auto& open : open_connections) {
        int expected = number + 1;
        if (open.compare_exchange_strong(expected, by + 1)) return;
    }
}

}  // namespace

void send_byte(int socket, Byte byte) noexcept {
    [[maybe_unused]] const auto ignored =
        ::send(socket, &byte, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void send_to_all(Byte byte) noexcept {
    for (const auto& open : open_connections)
        if (const int number = open - 1; number >= 0) send_byte(number, byte);
}

News hear(const Socket& socket) noexcept {
    std::array<char, 64> bytes;
    const auto count = ::recv(socket.number(), bytes.data(), bytes.size(), 0);
    if (count == 0) return News::closed;
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return News::none;
    // A reset comes from a machine that is there.
    if (count < 0) return errno == ECONNRESET ? News::closed : News::broken;
    const auto has = [&](Byte byte) {
        return std::find(bytes.begin(), bytes.begin() + count,
                         static_cast<char>(byte)) != bytes.begin() + count;
    };
    return has(Byte::lost)       ? News::lost
           : has(Byte::farewell) ? News::farewell
                                 : News::beat;
}

void note_open(int socket) noexcept {
    replace(-1, socket);
}

void note_closed(int socket) noexcept {
    replace(socket, -1);
}

void forget_connections() noexcept {
    for (auto& open : open_connections) open = 0;
}

}  // namespace detail

void say_farewell() noexcept {
    detail::send_to_all(detail::Byte::farewell);
}

}  // namespace tasuki::runtime
