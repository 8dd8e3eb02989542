// Where the tasks of an iteration run that the policy places, and how long
// iterations take.  For runtime/ alone.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "runtime/graph/observed.hpp"

namespace tasuki::runtime::detail {

/// The time from the end of one iteration to that of the next, of tasks and of
/// what was frozen.  Any thread may call.
class Pace {
  public:
    /// The last task of an iteration has ended, or those of several together.
    /// @param now  machine_nanoseconds()
    void see_end(bool frozen, std::int64_t now, int iterations = 1);
    /// Of the last iterations; nothing while they are too few [ns].
    std::optional<double> median(bool frozen) const;
    /// Since it was made, or has forgotten.
    std::size_t seen(bool frozen) const;
    void forget(bool frozen);

  private:
    static constexpr std::size_t kIterations = 9;
    struct Intervals {
        /// A ring of averages of two: where two sets of arrays take turns, long
        /// and short intervals may too.
        std::array<std::int64_t, kIterations> last{};
        std::int64_t before = 0;  // the last interval alone; 0: none
        std::size_t seen = 0;
    };

    mutable std::mutex mutex_;
    std::int64_t last_end_ = 0;
    bool last_was_frozen_ = false;
    std::array<Intervals, 2> intervals_;  // of tasks, of what was frozen
};

/// Of a kept iteration.  Its tasks hold it until they have ended.
class Observation {
  public:
    /// @param submissions  of the iteration
    Observation(std::size_t submissions, bool frozen,
                std::shared_ptr<Pace> pace);

    /// A task of the submission ends.
    /// @param worker  of a GPU that has several, the first
    /// @param iterations  that have ended now, if it is the last one; 0:
    ///                    another observation of the same pace counts them
    void see_end(std::size_t submission, int worker, int iterations);
    /// That has run the submission so often in a row that it is to stay there;
    /// kAnyWorker where they were several.
    int worker(std::size_t submission) const;

    void hold() { ++holders_; }
    /// Destroys it if nobody holds it any more.
    void release();

  private:
    ~Observation() = default;
    struct Place {
        std::atomic<int> worker{-1};
        std::atomic<int> times{0};
    };

    std::atomic<int> holders_{1};
    bool frozen_;
    std::shared_ptr<Pace> pace_;
    std::vector<Place> places_;  // by submission
};

struct Release {
    void operator()(Observation* observation) const { observation->release(); }
};
/// Holds one.
using ObservationPtr = std::unique_ptr<Observation, Release>;

}  // namespace tasuki::runtime::detail
