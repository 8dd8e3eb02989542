#include "runtime/core/watchdog.hpp"

#include <starpu.h>

#include <algorithm>
#include <cstdio>

#include "runtime/core/failure.hpp"
#include "runtime/core/statistics.hpp"

namespace tasuki::runtime {

Watchdog::Watchdog(Seconds limit, const Statistics& statistics)
    : thread_{[this, limit, &statistics](const std::stop_token& stop) {
          watch(stop, limit, statistics);
      }} {}

void Watchdog::watch(const std::stop_token& stop, Seconds limit,
                     const Statistics& statistics) {
    using Clock = std::chrono::steady_clock;
    // Tasks of the peers are not counted where they end, but their number
    // changes from one look to the next.
    const Seconds between_looks = std::min(limit / 4, Seconds{1});
    auto last_progress = Clock::now();
    auto last_ended = statistics.ended();
    int last_left = starpu_task_nsubmitted();
    std::unique_lock lock{mutex_};
    while (!stopped_.wait_for(lock, stop, between_looks,
                              [&stop] { return stop.stop_requested(); })) {
        const auto ended = statistics.ended();
        const int left = starpu_task_nsubmitted();
        if (left == 0 || left != last_left || ended != last_ended) {
            last_progress = Clock::now();
            last_left = left;
            last_ended = ended;
        } else if (Clock::now() - last_progress > limit) {
            fail_without_progress(limit.count());
        }
    }
}

}  // namespace tasuki::runtime
