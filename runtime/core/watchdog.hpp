// Says what a run waits for where its tasks make no progress.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace tasuki::runtime {

struct Session;

/// Tasks or messages wait, and none has ended for a while.
struct Stall {
    double seconds;  ///< since the last one ended [s]
    /// Whether something may still move: a task runs, the program holds an
    /// array, or a message waits for another rank.  Otherwise no task can
    /// begin any more, unless another process gives memory of a GPU back.
    bool can_move;
    /// What runs, and what waits: kernels, arrays that the program holds,
    /// messages.
    std::string what;
};

/// When a Context reports that nothing makes progress, and to whom.
struct Stalls {
    /// Before the first report [s]; 0: there is none.  The next ones come after
    /// twice the time of the one before.
    double seconds = 300;
    /// Called by a thread of the library, and may not throw.  Null: the log has
    /// a warning.
    std::function<void(const Stall&)> report{};
};

/// The words of a report, in one line.
std::string describe(const Stall& stall);

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
