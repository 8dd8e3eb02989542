#include "runtime/mpi/heartbeat.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <random>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "runtime/core/environment.hpp"
#include "runtime/core/failure.hpp"
#include "runtime/mpi/rank_table.hpp"

namespace tasuki::runtime {

using detail::Member, detail::Members, detail::Socket;

namespace {

/// So long a machine may not answer by default [s].
constexpr long kLimit = 20;
/// Between two looks at the clock this process was stopped itself.
constexpr std::chrono::seconds kStopped{5};

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

/// All ranks call it.
/// @param listening  becomes that of the first rank of a machine
Members meet(const Ranks& ranks, int leader, Socket& listening) {
    const long asked = whole_number("TASUKI_LINK_TIMEOUT");
    Member own{.run = std::random_device{}(),
               .limit = asked < 0 ? kLimit : asked,
               .leader = leader,
               .process = ::getpid(),
               .host = rank_host(),
               .port = 0,
               .addresses = {}};
    if (ranks.rank() == leader) {
        std::tie(listening, own.port) = detail::listen_anywhere();
        own.addresses = detail::own_addresses();
    }
    Members members;
    for (const auto& text : ranks.gather(text_of(own)))
        members.push_back(member_of(text));
    return members;
}

/// All ranks end, the others as this one tells them.
void end_all(const std::string& why) {
    say_failed(
        "", why.empty() ? "another machine of the run is gone" : why.c_str());
    detail::send_to_all(detail::Byte::lost);
    if (why.empty()) static_cast<void>(speaks_for_all());
    use_last_resort(ExitCode::fault, why.c_str());
}

}  // namespace

Heartbeat::Heartbeat(const Ranks& ranks, int leader)
    : members_{meet(ranks, leader, listening_)},
      next_{members_, ranks.rank()},
      watched_{members_, ranks.rank(), std::move(listening_)} {
    if (members_[0].limit == 0) return;
    // Signals are for the threads of the program.
    sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::thread{[this] {
        try {
            watch();
        } catch (const detail::RunEnds& run) {
            end_all(run.why);
        }
    }};
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Heartbeat::~Heartbeat() {
    ends_ = true;
    ::eventfd_write(stop_.number(), 1);
    if (thread_.joinable()) thread_.join();
    say_farewell();
    detail::forget_connections();
}

void Heartbeat::watch() {
    using Clock = std::chrono::steady_clock;
    auto last = Clock::now();
    for (next_.dial(last); !ends_;) {
        const auto now = Clock::now();
        if (now - last > kStopped) watched_.forgive(now);
        last = now;
        next_.tend(now);
        watched_.tend(now);
        std::vector<pollfd> files{{stop_.number(), POLLIN, 0}, next_.file()};
        watched_.add_files(files);
        ::poll(
            files.data(), files.size(),
            static_cast<int>(std::chrono::milliseconds{detail::kBeat}.count()));
    }
}

}  // namespace tasuki::runtime
