#include "runtime/mpi/beats.hpp"

#include <sys/socket.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>

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

/// How a failure is sent.
struct Frame {
    Byte byte;
    Failure failure;
};

void send(int socket, const void* what, std::size_t bytes) noexcept {
    [[maybe_unused]] const auto ignored =
        ::send(socket, what, bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void send_to_all(const void* what, std::size_t bytes) noexcept {
    for (const auto& open : open_connections)
        if (const int number = open - 1; number >= 0) send(number, what, bytes);
}

}  // namespace

void send_byte(int socket, Byte byte) noexcept {
    send(socket, &byte, 1);
}

void send_to_all(Byte byte) noexcept {
    send_to_all(&byte, 1);
}

void send_to_all(const Failure& failure) noexcept {
    const Frame frame{Byte::failure, failure};
    send_to_all(&frame, sizeof frame);
}

News hear(const Socket& socket) noexcept {
    const auto take = [&](auto& what, int flags) {
        return ::recv(socket.number(), &what, sizeof what, flags);
    };
    for (News last = News::none;; last = News::beat) {
        Byte byte{};
        const auto count = take(byte, MSG_PEEK);
        if (count == 0) return News::closed;
        if (count < 0 && (errno == EAGAIN || errno == EINTR)) return last;
        // A reset comes from a machine that is there.
        if (count < 0) return errno == ECONNRESET ? News::closed : News::broken;
        if (byte == Byte::failure) {
            Frame frame{};
            if (take(frame, MSG_PEEK) < ssize_t{sizeof frame}) return last;
            take(frame, 0);
            frame.failure.words[sizeof frame.failure.words - 1] = 0;
            spread(frame.failure);
            continue;
        }
        take(byte, 0);
        if (byte == Byte::lost) return News::lost;
        if (byte == Byte::farewell) return News::farewell;
    }
}

void note_open(int socket) noexcept {
    replace(-1, socket);
    if (const Failure* const its = find_failure(); its != nullptr) {
        const Frame frame{Byte::failure, *its};
        send(socket, &frame, sizeof frame);
    }
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
