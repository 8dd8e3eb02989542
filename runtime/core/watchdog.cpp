#include "runtime/core/watchdog.hpp"

#include <fmt/format.h>
#include <starpu.h>

#include <algorithm>
#include <tuple>

#include "runtime/core/log.hpp"
#include "runtime/core/session.hpp"

namespace tasuki::runtime {

namespace {

Stall look_at(Session& session, double seconds) {
    const auto tasks = session.tasks.count();
    const auto messages = session.messages.count();
    const std::string held = session.arrays.describe_held();
    std::string what = session.tasks.describe();
    const auto add = [&what](const std::string& text) {
        what += (what.empty() ? "" : "; ") + text;
    };
    if (!held.empty()) add("the program holds arrays: " + held);
    if (messages > 0)
        add(fmt::format("{} messages from or to other ranks are open",
                        messages));
    // StarPU has tasks of its own, for reductions.
    if (what.empty()) add("tasks of StarPU itself wait");
    const bool can_move =
        tasks.on_cpu + tasks.on_gpu + tasks.crossing_on_cpu + tasks.crossing >
            0 ||
        messages > 0 || !held.empty() || starpu_is_paused() != 0;
    return {seconds, can_move, std::move(what)};
}

}  // namespace

std::string describe(const Stall& stall) {
    return fmt::format(
        "no task has ended for {:.3g} s: {}{}", stall.seconds, stall.what,
        stall.can_move ? ""
                       : "; nothing runs that could let them begin: a "
                         "device may have too little memory for them");
}

Watchdog::Watchdog(const Stalls& stalls, Session& session)
    : thread_{[this, stalls, &session](const std::stop_token& stop) {
          watch(stop, stalls, session);
      }} {}

void Watchdog::watch(const std::stop_token& stop, const Stalls& stalls,
                     Session& session) {
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;
    // Tasks of the peers are not counted where they end, but their number
    // changes from one look to the next.
    const auto progress = [&session] {
        return std::tuple{starpu_task_nsubmitted(), session.messages.count(),
                          session.statistics.ended()};
    };
    const auto is_idle = [&session] {
        return starpu_task_nsubmitted() == 0 && session.messages.count() == 0;
    };
    const Seconds between_looks =
        std::min(Seconds{stalls.seconds} / 4, Seconds{1});
    auto last = progress();
    auto last_look = Clock::now();
    Seconds quiet{0};
    double next = stalls.seconds;
    std::unique_lock lock{mutex_};
    while (!stopped_.wait_for(lock, stop, between_looks,
                              [&stop] { return stop.stop_requested(); })) {
        // A process that a debugger or SIGSTOP has held did nothing meanwhile.
        const auto now = Clock::now();
        quiet += std::min(Seconds{now - last_look}, 2 * between_looks);
        last_look = now;
        if (const auto is = progress(); is_idle() || is != last) {
            last = is;
            quiet = Seconds{0};
            next = stalls.seconds;
        } else if (quiet.count() >= next) {
            next *= 2;
            const Stall stall = look_at(session, quiet.count());
            if (stalls.report)
                stalls.report(stall);
            else
                logger().warn("{}", describe(stall));
        }
    }
}

}  // namespace tasuki::runtime
