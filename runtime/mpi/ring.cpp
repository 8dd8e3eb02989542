#include "runtime/mpi/ring.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "runtime/core/log.hpp"
#include "runtime/mpi/rank_table.hpp"

namespace tasuki::runtime::detail {

namespace {

using std::chrono::seconds;

/// An address has so long to let this rank in.
constexpr seconds kDial{5};

/// After so long a rank that is silent is said.
constexpr seconds kSilence{20};
/// What ends all ranks of a launcher when one has died, or one side of a cut
/// link, has so long before this rank ends them.
constexpr seconds kOthers{5};

int leader_after(const Members& members, int leader) {
    const auto after = std::ranges::find_if(
        members, [leader](const Member& m) { return m.leader > leader; });
    return after != members.end() ? after->leader : 0;
}

/// As the system of that rank's machine does not answer.
RunEnds gone(const Members& members, int rank) {
    return {fmt::format(
        "{} has not answered for {} s: the machine or its link is down; all "
        "ranks end",
        members[rank].host, members[0].limit)};
}

/// What has been heard of a connection, the weightiest last.
enum class News { none, beat, farewell, lost, closed, broken };

/// Takes what has come, and spreads failures; does not wait.
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

void send_beat(const Socket& socket) noexcept {
    constexpr Byte beat = Byte::beat;
    send(socket.number(), &beat, sizeof beat);
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
    send_beat(socket_);
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
        send_beat(socket_);
        waits_ = true;
    }
}

WatchedRanks::WatchedRanks(const Members& members, int own, Socket listening)
    : members_{members}, own_{own}, listening_{std::move(listening)} {}

void WatchedRanks::add_files(std::vector<pollfd>& files) const {
    files.push_back({listening_.number(), POLLIN, 0});
    for (const Watched& watched : watched_)
        files.push_back({watched.socket.number(), POLLIN, 0});
}

void WatchedRanks::forgive(Time now) {
    for (Watched& watched : watched_) watched.heard = now;
}

void WatchedRanks::tend(Time now) {
    for (;;) {
        Socket socket = accept_next(listening_, limit_of(members_));
        if (!socket.is_open()) break;
        watched_.push_back({.socket = std::move(socket), .heard = now});
    }
    std::erase_if(watched_, [&](Watched& watched) {
        if (tend(watched, now)) return false;
        note_closed(watched.socket.number());
        return true;
    });
    if (now > end_at_) throw end_;
}

/// @return  whether it is to be kept
bool WatchedRanks::tend(Watched& watched, Time now) {
    if (watched.rank < 0) return greet(watched, now);
    switch (hear(watched.socket)) {
        case News::beat:
            send_beat(watched.socket);
            watched.heard = now;
            if (std::exchange(watched.silences, 0) > 0)
                logger().warn("rank {} ({}) is heard again", watched.rank,
                              members_[watched.rank].host);
            return true;
        case News::lost:
            throw RunEnds{};
        case News::broken:
            end_later(now, gone(members_, watched.rank));
            return false;
        case News::closed:
            end_later(now, death_of(watched.rank));
            return false;
        case News::farewell:
            return false;
        case News::none:
            break;
    }
    say_silence(watched, now);
    return true;
}

/// @return  whether it is, or may still be, a rank of this run for this one
bool WatchedRanks::greet(Watched& watched, Time now) {
    Hello hello{};
    const auto count = ::recv(watched.socket.number(), &hello, sizeof hello,
                              MSG_PEEK | MSG_DONTWAIT);
    if (count < static_cast<ssize_t>(sizeof hello))
        return count != 0 && now - watched.heard < kSilence;
    if (hello.run != members_[0].run || hello.to != own_ || hello.from < 0 ||
        hello.from >= static_cast<int>(members_.size()))
        return false;
    ::recv(watched.socket.number(), &hello, sizeof hello, 0);
    watched.rank = hello.from;
    watched.heard = now;
    note_open(watched.socket.number());
    return tend(watched, now);
}

void WatchedRanks::say_silence(Watched& watched, Time now) {
    const int silences = static_cast<int>((now - watched.heard) / kSilence);
    if (silences <= watched.silences || !is_answered(watched.socket)) return;
    watched.silences = silences;
    const Member& m = members_[watched.rank];
    logger().warn(
        "rank {} ({}, pid {}) has not been heard for {} s, but its machine "
        "answers: it is stopped, or gets no CPU; all wait for it",
        watched.rank, m.host, m.process, silences * kSilence.count());
}

/// Ranks of its machine say it when the launcher ends them.
RunEnds WatchedRanks::death_of(int rank) const {
    const Member& m = members_[rank];
    auto why = fmt::format(
        "rank {} ({}, pid {}) died without a word: killed from outside, "
        "perhaps for lack of memory; all ranks end",
        rank, m.host, m.process);
    const auto mates = std::ranges::count(members_, m.leader, &Member::leader);
    if (mates > 1 || !speaks_for_all()) return {why};
    logger().error("{}", why);
    return {};
}

void WatchedRanks::end_later(Time now, RunEnds end) {
    if (end_at_ != Time::max()) return;
    end_at_ = now + kOthers;
    end_ = std::move(end);
}

}  // namespace tasuki::runtime::detail
