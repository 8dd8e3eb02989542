#include "runtime/mpi/watched_ranks.hpp"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <utility>

#include "runtime/core/log.hpp"
#include "runtime/mpi/beats.hpp"
#include "runtime/mpi/rank_table.hpp"

namespace tasuki::runtime::detail {

namespace {

using std::chrono::seconds;

/// After so long a rank that is silent is said.
constexpr seconds kSilence{20};
/// What ends all ranks of a launcher when one has died, or one side of a cut
/// link, has so long before this rank ends them.
constexpr seconds kOthers{5};

}  // namespace

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
            send_byte(watched.socket.number(), Byte::beat);
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
