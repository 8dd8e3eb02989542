// Says what a run waits for where its tasks make no progress.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "runtime/core/context.hpp"

namespace tasuki::runtime {

struct Session;

/// Watches the tasks of a Context from a thread.  It ends nothing: a task may
/// take as long as it likes.  StarPU has a watchdog too, but that sleeps for a
/// second at a time, and starpu_shutdown() waits until it wakes up: each run
/// would end half a second later.
class Watchdog {
  public:
    /// After starpu_init().
    /// @param session  outlives it
    Watchdog(const Stalls& stalls, Session& session);
    /// Before starpu_shutdown(); waits for a report that is being made.
    ~Watchdog() = default;
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

  private:
    void watch(const std::stop_token& stop, const Stalls& stalls,
               Session& session);

    std::mutex mutex_;
    std::condition_variable_any stopped_;
    std::jthread thread_;
};

}  // namespace tasuki::runtime
