#include "runtime/mpi/heartbeat.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <list>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "runtime/core/environment.hpp"
#include "runtime/core/failure.hpp"
#include "runtime/core/log.hpp"
#include "runtime/mpi/beats.hpp"
#include "runtime/mpi/rank_table.hpp"
#include "runtime/mpi/tcp_link.hpp"

namespace tasuki::runtime {

namespace detail {

/// What all know of a rank.
struct WatchedMember {
    std::uint64_t run;  ///< as of Hello; that of the first rank counts
    long limit;         ///< of TASUKI_LINK_TIMEOUT [s]; the same
    int leader;         ///< of its machine
    long process;
    std::string host;
    int port;  ///< 0 but for leaders
    std::vector<std::string> addresses;
};

}  // namespace detail

namespace {

using Member = detail::WatchedMember;
using detail::Byte, detail::News, detail::hear, detail::send_byte,
    detail::Socket;
using Clock = std::chrono::steady_clock;
using std::chrono::seconds;

/// As long as a machine may leave unanswered what is sent there [s].
constexpr long kLimit = 20;
constexpr seconds kBeat{1};
/// After so long a rank that is silent is said.
constexpr seconds kSilence{20};
/// An address has so long to let this rank in.
constexpr seconds kDial{5};
/// What ends all ranks of a launcher when one has died, or one side of a cut
/// link, has so long before this rank ends them.
constexpr seconds kOthers{5};
/// Between two looks at the clock this process was stopped itself.
constexpr seconds kStopped{5};

/// What a connection begins with: that it is of this run, and meant for whom.
struct Hello {
    std::uint64_t run;
    std::int32_t from, to;  ///< ranks
};

std::string text_of(const Member& m) {
    return fmt::format("{} {} {} {} {} {} {}", m.run, m.limit, m.leader,
                       m.process, m.host, m.port, fmt::join(m.addresses, " "));
}

Member member_of(const std::string& text) {
    Member m{};
    std::istringstream words{text};
    words >> m.run >> m.limit >> m.leader >> m.process >> m.host >> m.port;
    for (std::string address; words >> address;) m.addresses.push_back(address);
    return m;
}

}  // namespace

class Heartbeat::Watch {
  public:
    Watch(const Ranks& ranks, int leader);
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

  private:
    using Time = Clock::time_point;

    /// To the first rank of the next machine.
    struct Next {
        Socket socket;
        int rank;
        std::size_t tried = 0;  ///< addresses
        bool is_connected = false;
        bool is_known = false;  ///< it has answered: it is of this run
        bool waits = false;     ///< for an answer
        Time since{};           ///< of the last of these
    };
    /// From a rank of the machine before, which this one watches.
    struct Watched {
        Socket socket;
        Time heard;
        int rank = -1;     ///< not known yet
        int silences = 0;  ///< said
    };
    /// Thrown by end(): this thread has nothing left to do.
    struct Over {};

    void run();
    void watch();
    void wait();
    void dial_next(Time now);
    void tend_next(Time now);
    bool tend(Watched& watched, Time now);
    bool greet(Watched& watched, Time now);
    void say_silence(Watched& watched, Time now);
    void note_death(int rank, Time now);
    void end_later(Time now, std::string why);
    [[noreturn]] void end(bool speaks, const std::string& why);
    std::string gone(int rank) const;

    const int own_;
    std::vector<Member> members_;  // (ranks)
    seconds limit_{};              // 0: no rank watches
    Socket listening_;             // of the first rank of a machine
    Socket stop_{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    Next next_{};
    std::list<Watched> watched_;
    Time end_at_ = Time::max();
    std::string why_;
    std::atomic<bool> ends_{false};
    std::thread thread_;
};

Heartbeat::Watch::Watch(const Ranks& ranks, int leader) : own_{ranks.rank()} {
    const long asked = whole_number("TASUKI_LINK_TIMEOUT");
    Member own{.run = std::random_device{}(),
               .limit = asked < 0 ? kLimit : asked,
               .leader = leader,
               .process = ::getpid(),
               .host = rank_host(),
               .port = 0,
               .addresses = {}};
    if (own_ == leader) {
        std::tie(listening_, own.port) = detail::listen_anywhere();
        own.addresses = detail::own_addresses();
    }
    for (const auto& text : ranks.gather(text_of(own)))
        members_.push_back(member_of(text));
    limit_ = seconds{members_[0].limit};
    if (limit_ == seconds{0}) return;
    const auto is_after = [&](const Member& m) { return m.leader > leader; };
    const auto after = std::ranges::find_if(members_, is_after);
    next_.rank = after != members_.end() ? after->leader : 0;
    // Signals are for the threads of the program.
    sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::thread{[this] { run(); }};
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Heartbeat::Watch::~Watch() {
    ends_ = true;
    ::eventfd_write(stop_.number(), 1);
    if (thread_.joinable()) thread_.join();
    say_farewell();
    detail::forget_connections();
}

void Heartbeat::Watch::run() {
    try {
        watch();
    } catch (const Over&) {
    }
}

void Heartbeat::Watch::watch() {
    auto last = Clock::now();
    dial_next(last);
    while (!ends_) {
        wait();
        const auto now = Clock::now();
        if (now - last > kStopped)
            for (Watched& watched : watched_) watched.heard = now;
        last = now;
        for (;;) {
            Socket socket = detail::accept_next(listening_, limit_);
            if (!socket.is_open()) break;
            watched_.push_back({.socket = std::move(socket), .heard = now});
        }
        tend_next(now);
        std::erase_if(watched_, [&](Watched& watched) {
            if (tend(watched, now)) return false;
            detail::note_closed(watched.socket.number());
            return true;
        });
        if (now > end_at_) end(!why_.empty(), why_);
    }
}

void Heartbeat::Watch::wait() {
    std::vector<pollfd> files{{stop_.number(), POLLIN, 0},
                              {listening_.number(), POLLIN, 0}};
    const short of_next = next_.is_connected ? POLLIN : POLLOUT;
    files.push_back({next_.socket.number(), of_next, 0});
    for (const Watched& watched : watched_)
        files.push_back({watched.socket.number(), POLLIN, 0});
    ::poll(files.data(), files.size(),
           static_cast<int>(std::chrono::milliseconds{kBeat}.count()));
}

/// The next address that may let this rank in.
void Heartbeat::Watch::dial_next(Time now) {
    const Member& m = members_[next_.rank];
    next_.socket = {};
    while (m.port != 0 && next_.tried < m.addresses.size()) {
        next_.socket = detail::dial(m.addresses[next_.tried++], m.port, limit_);
        if (!next_.socket.is_open()) continue;
        next_.is_connected = false;
        next_.since = now;
        return;
    }
    if (own_ == members_[own_].leader)
        logger().info(
            "no TCP connection to {} ({}): that its link is cut would not be "
            "noticed",
            m.host, fmt::join(m.addresses, ", "));
}

void Heartbeat::Watch::tend_next(Time now) {
    if (!next_.socket.is_open()) return;
    const int socket = next_.socket.number();
    if (!next_.is_connected) {
        pollfd file{socket, POLLOUT, 0};
        if (::poll(&file, 1, 0) == 0) {
            if (now - next_.since > kDial) dial_next(now);
            return;
        }
        if (detail::failure_of(next_.socket) != 0) return dial_next(now);
        const Hello hello{members_[0].run, own_, next_.rank};
        ::send(socket, &hello, sizeof hello, MSG_NOSIGNAL);
        send_byte(socket, Byte::beat);
        next_.is_connected = next_.waits = true;
    }
    switch (hear(next_.socket)) {
        case News::beat:
            if (!std::exchange(next_.is_known, true)) detail::note_open(socket);
            next_.waits = false;
            next_.since = now;
            break;
        case News::lost:
            end(false, "");
        case News::broken:
            if (next_.is_known) end(true, gone(next_.rank));
            return dial_next(now);
        case News::closed:
            // Another program answered there; else the rank that watches that
            // one sees to it.
            if (!next_.is_known) return dial_next(now);
            [[fallthrough]];
        case News::farewell:
            detail::note_closed(socket);
            next_.socket = {};
            return;
        case News::none:
            break;
    }
    if (!next_.waits && now - next_.since >= kBeat) {
        send_byte(socket, Byte::beat);
        next_.waits = true;
    }
}

/// @return  whether it is to be kept
bool Heartbeat::Watch::tend(Watched& watched, Time now) {
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
            end(false, "");
        case News::broken:
            end_later(now, gone(watched.rank));
            return false;
        case News::closed:
            note_death(watched.rank, now);
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
bool Heartbeat::Watch::greet(Watched& watched, Time now) {
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
    detail::note_open(watched.socket.number());
    return tend(watched, now);
}

void Heartbeat::Watch::say_silence(Watched& watched, Time now) {
    const int silences = static_cast<int>((now - watched.heard) / kSilence);
    if (silences <= watched.silences || !detail::is_answered(watched.socket))
        return;
    watched.silences = silences;
    const Member& m = members_[watched.rank];
    logger().warn(
        "rank {} ({}, pid {}) has not been heard for {} s, but its machine "
        "answers: it is stopped, or gets no CPU; all wait for it",
        watched.rank, m.host, m.process, silences * kSilence.count());
}

/// Ranks of its machine say it when the launcher ends them.
void Heartbeat::Watch::note_death(int rank, Time now) {
    const Member& m = members_[rank];
    auto why = fmt::format(
        "rank {} ({}, pid {}) died without a word: killed from outside, "
        "perhaps for lack of memory; all ranks end",
        rank, m.host, m.process);
    const auto mates = std::ranges::count(members_, m.leader, &Member::leader);
    if (mates == 1 && speaks_for_all()) {
        logger().error("{}", why);
        why.clear();
    }
    end_later(now, std::move(why));
}

void Heartbeat::Watch::end_later(Time now, std::string why) {
    if (end_at_ != Time::max()) return;
    end_at_ = now + kOthers;
    why_ = std::move(why);
}

std::string Heartbeat::Watch::gone(int rank) const {
    return fmt::format(
        "{} has not answered for {} s: the machine or its link is down; all "
        "ranks end",
        members_[rank].host, limit_.count());
}

void Heartbeat::Watch::end(bool speaks, const std::string& why) {
    say_failed(
        "", why.empty() ? "another machine of the run is gone" : why.c_str());
    detail::send_to_all(Byte::lost);
    if (!speaks) static_cast<void>(speaks_for_all());
    use_last_resort(ExitCode::fault, why.c_str());
    throw Over{};
}

Heartbeat::Heartbeat(const Ranks& ranks, int leader)
    : watch_{std::make_unique<Watch>(ranks, leader)} {}

Heartbeat::~Heartbeat() = default;

}  // namespace tasuki::runtime
