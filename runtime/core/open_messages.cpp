#include "runtime/core/open_messages.hpp"

#include <exception>
#include <thread>

#include "runtime/core/error.hpp"
#include "runtime/core/statistics.hpp"

namespace tasuki::runtime {

/// Waits for the open messages while they, or tasks, still make progress.
bool OpenMessages::arrive() const {
    using Clock = std::chrono::steady_clock;
    auto last_open = open_.load();
    auto last_ended = statistics_.ended();
    auto last_progress = Clock::now();
    while (open_ > 0) {
        if (Clock::now() - last_progress > kPatience) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
        const auto now_open = open_.load();
        const auto now_ended = statistics_.ended();
        if (now_open == last_open && now_ended == last_ended) continue;
        last_open = now_open;
        last_ended = now_ended;
        last_progress = Clock::now();
    }
    return true;
}

bool OpenMessages::left_by_unwinding(int exceptions) noexcept {
    if (abandoned_) return true;
    if (open_ == 0) gave_up_ = false;
    if (open_ == 0 || std::uncaught_exceptions() <= exceptions) return false;
    // Patience is for the run, not for each of its arrays.
    if (gave_up_) return true;
    gave_up_ = !arrive();
    return gave_up_;
}

void OpenMessages::check() const {
    if (abandoned_)
        throw UsageError(
            "an exception has left an array whose messages are open: no task "
            "runs any more, and the process has to end");
}

}  // namespace tasuki::runtime
