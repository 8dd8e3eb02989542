#include "runtime/mpi/next_machine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/socket.h>

#include <algorithm>
#include <utility>

#include "runtime/core/log.hpp"
#include "runtime/mpi/beats.hpp"

namespace tasuki::runtime::detail {

namespace {

/// An address has so long to let this rank in.
constexpr std::chrono::seconds kDial{5};

int leader_after(const Members& members, int leader) {
    const auto after = std::ranges::find_if(
        members, [leader](const Member& m) { return m.leader > leader; });
    return after != members.end() ? after->leader : 0;
}

}  // namespace

NextMachine::NextMachine(const Members& members, int own)
    : members_{members},
      own_{own},
      rank_{leader_after(members, members[own].leader)} {}

pollfd NextMachine::file() const {
    const short awaited = is_connected_ ? POLLIN : POLLOUT;
    return {socket_.number(), awaited, 0};
}

void NextMachine::dial(Time now) {
    const Member& m = members_[rank_];
    socket_ = {};
    while (m.port != 0 && tried_ < m.addresses.size()) {
        socket_ =
            detail::dial(m.addresses[tried_++], m.port, limit_of(members_));
        if (!socket_.is_open()) continue;
        is_connected_ = false;
        since_ = now;
        return;
    }
    if (own_ == members_[own_].leader)
        logger().info(
            "no TCP connection to {} ({}): that its link is cut would not be "
            "noticed",
            m.host, fmt::join(m.addresses, ", "));
}

/// @return  whether it is let in
bool NextMachine::connect(Time now) {
    pollfd file{socket_.number(), POLLOUT, 0};
    const bool is_due = ::poll(&file, 1, 0) != 0;
    if (is_due ? failure_of(socket_) != 0 : now - since_ > kDial) {
        dial(now);
        return false;
    }
    if (!is_due) return false;
    const Hello hello{members_[0].run, own_, rank_};
    ::send(socket_.number(), &hello, sizeof hello, MSG_NOSIGNAL);
    send_byte(socket_.number(), Byte::beat);
    return is_connected_ = waits_ = true;
}

void NextMachine::tend(Time now) {
    if (!socket_.is_open()) return;
    if (!is_connected_ && !connect(now)) return;
    const int socket = socket_.number();
    switch (hear(socket_)) {
        case News::beat:
            if (!std::exchange(is_known_, true)) note_open(socket);
            waits_ = false;
            since_ = now;
            break;
        case News::lost:
            throw RunEnds{};
        case News::broken:
            if (is_known_) throw gone(members_, rank_);
            return dial(now);
        case News::closed:
            // Another program answered there; else the rank that watches that
            // one sees to it.
            if (!is_known_) return dial(now);
            [[fallthrough]];
        case News::farewell:
            note_closed(socket);
            socket_ = {};
            return;
        case News::none:
            break;
    }
    if (!waits_ && now - since_ >= kBeat) {
        send_byte(socket, Byte::beat);
        waits_ = true;
    }
}

}  // namespace tasuki::runtime::detail
