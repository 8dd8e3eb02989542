// Messages between submission and arrival, and what becomes of them if an
// exception ends the run on this rank alone.
//
// The other ranks may never send what this one waits for.  Destructors that
// wait for it would hide the exception, which the program is to see, behind a
// hang; so while the stack unwinds they wait only as long as something moves.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace tasuki::runtime {

class Statistics;

/// Those of a Context.
class OpenMessages {
  public:
    /// Ranks that end together, as all do after an interrupt, finish their last
    /// messages within milliseconds; one that has died never does.
    static constexpr std::chrono::seconds kPatience{3};

    /// Counts progress by the ends of tasks too.
    explicit OpenMessages(const Statistics& statistics)
        : statistics_{statistics} {}

    /// Called when a message is submitted.
    void opened() noexcept { ++open_; }
    /// Called when it has arrived or left.
    void closed() noexcept { --open_; }

    /// Number of those that are open.
    std::int64_t count() const noexcept { return open_; }

    /// Whether this thread unwinds its stack while messages of this rank are
    /// open and nothing has moved for a while: waiting would not end.
    /// @param exceptions  that were passing already when the object was made
    ///                    whose destructor asks: these do not end its scope
    bool left_by_unwinding(int exceptions) noexcept;

    /// Remembers that messages stay open for ever.
    /// @return  whether it is the first call
    bool abandon() noexcept { return !abandoned_.exchange(true); }
    /// Whether abandon() was called.
    bool were_abandoned() const noexcept { return abandoned_; }
    /// @throws UsageError  abandon() was called
    void check() const;

  private:
    bool arrive() const;

    const Statistics& statistics_;
    std::atomic<std::int64_t> open_{0};
    std::atomic<bool> gave_up_{false}, abandoned_{false};
};

}  // namespace tasuki::runtime
