// Threads that compute the parts of one loop after another.  For runtime/core/
// alone.
//
// A round has ranges, one for each thread that it is worth, and each range has
// parts.  A thread claims the parts of its own range one by one, and then those
// that are left in the ranges of others.  So a range stays in the caches of one
// CPU, and a thread that is late, since it slept or since another process has
// its CPU, delays nothing: the others do its parts.  The calling thread is one
// of them, and waits for claimed parts only.
//
// Between rounds the threads look for the next one for a short time and then
// sleep.  Waking them costs the calling thread some microseconds, so it does
// that only when it finds that there is work enough.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace tasuki::runtime::detail {

/// Computes part `part` of range `range`; must not throw.
class PartBody {
  public:
    PartBody() = default;
    /// @param body  must outlive this object
    template <class Body>
    explicit PartBody(const Body& body)
        : body_{&body},
          call_{[](const void* it, std::size_t range, std::size_t part) {
              (*static_cast<const Body*>(it))(range, part);
          }} {}
    void operator()(std::size_t range, std::size_t part) const {
        call_(body_, range, part);
    }

  private:
    const void* body_ = nullptr;
    void (*call_)(const void*, std::size_t, std::size_t) = nullptr;
};

/// The thread that makes this object, which alone may use it, and others.
class TeamThreads {
  public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::size_t kMostThreads = 1023, kMostParts = 255;
    /// Parts of a range that are enough for others to help with it, and for the
    /// first one to tell how long all will take.
    static constexpr std::size_t kParts = 16;
    /// Time without a part for it after which a thread sleeps.  Tasks of one
    /// solver follow each other sooner.
    static constexpr std::chrono::microseconds kLooks{200};

    /// @param places  logical CPUs (OS numbers) that each thread may run on,
    ///                the calling one first; empty: the thread is not bound
    explicit TeamThreads(const std::vector<std::vector<int>>& places);
    /// Ends the threads.
    ~TeamThreads();
    TeamThreads(const TeamThreads&) = delete;
    TeamThreads& operator=(const TeamThreads&) = delete;

    /// Number of threads with the calling one: fewer than places if the
    /// system refused some.
    std::size_t size() const { return size_; }

    /// Calls body(range, part) for each part of each range, and returns when
    /// all calls have returned.
    /// @param ranges  at most size()
    /// @param parts   of each range; at most kMostParts
    void run(std::size_t ranges, std::size_t parts, PartBody body);

  private:
    /// A number, and for a round its ranges and parts.
    struct Round {
        std::uint64_t number;
        std::size_t ranges, parts;
    };
    /// A thread, and the range that it computes first.
    struct alignas(64) Seat {
        /// How many parts of the range have been claimed and done: the number
        /// of the round (46 bits), parts claimed (8), parts done (8), and
        /// whether the calling thread sleeps until more are done.
        std::atomic<std::uint64_t> range{0};
        alignas(64) std::atomic<int> asleep{0};
        std::thread thread;  ///< none for the calling one
    };

    static Round read(std::uint64_t word);
    static bool claim(Seat& seat, const Round& round, std::size_t& part);
    static void wait_for(Seat& seat, const Round& round);
    template <class AfterPart>
    void compute(const Round& round, std::size_t own, const AfterPart& after);
    void serve(std::size_t own);
    void sleep(Seat& seat, std::uint64_t seen);
    bool any_sleeps(std::size_t ranges) const;
    void wake_two(std::size_t first, std::size_t ranges);

    std::vector<Seat> seats_;  ///< the calling thread's first
    std::size_t size_ = 1;

    // What a round changes, on one cache line.
    alignas(64) std::atomic<std::uint64_t> round_{0};  ///< see read()
    PartBody body_;
    std::atomic<int> sleepers_{0};
    std::atomic<bool> ending_{false};

    // Of the calling thread.
    alignas(64) std::uint64_t number_ = 0;
    Clock::time_point end_;    ///< of the last round with sleepers
    Clock::duration alone_{};  ///< see run()
};

}  // namespace tasuki::runtime::detail
