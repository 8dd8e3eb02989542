// Ends a process whose tasks make no progress.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace tasuki::runtime {

class Statistics;

/// Watches StarPU's tasks from a thread, and calls fail() where some wait and
/// none has ended for `limit`.  StarPU has a watchdog too, but that sleeps for
/// a second at a time, and starpu_shutdown() waits until it wakes up: each run
/// would end half a second later.
class Watchdog {
  public:
    /// Fractions of a second are kept [s].
    using Seconds = std::chrono::duration<double>;

    /// After starpu_init().
    /// @param statistics  count the ends of tasks
    Watchdog(Seconds limit, const Statistics& statistics);
    /// Before starpu_shutdown(); does not wait.
    ~Watchdog() = default;
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

  private:
    void watch(const std::stop_token& stop, Seconds limit,
               const Statistics& statistics);

    std::mutex mutex_;
    std::condition_variable_any stopped_;
    std::jthread thread_;
};

}  // namespace tasuki::runtime
