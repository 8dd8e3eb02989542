// How threads wait for what no system call tells.  For runtime/mpi/ alone.
#pragma once

#include <chrono>
#include <thread>

namespace tasuki::runtime::detail {

/// Of a thread that looks whether another process has written something: at
/// first all the time, then other threads may have the CPU, and later it sleeps
/// in between.
class Patience {
  public:
    /// @param looks  before others may have the CPU
    explicit Patience(int looks = 1000) : looks_{looks} {}
    /// It was there: the next comes soon.
    void reset() { begin_ = Clock::now(); }
    /// It was not there yet.
    void wait() {
        if (looks_ > 0)
            --looks_;
        else if (Clock::now() - begin_ < kBusy)
            std::this_thread::yield();
        else
            std::this_thread::sleep_for(kNap);
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds kBusy{1};
    static constexpr std::chrono::microseconds kNap{50};

    int looks_;
    Clock::time_point begin_ = Clock::now();
};

/// Of a thread that says so if it waits for long: after half a minute, and then
/// each time that it has waited twice as long.
class Reminder {
  public:
    bool is_due() {
        const bool due = Clock::now() - begin_ >= next_;
        if (due) next_ *= 2;
        return due;
    }
    double seconds() const {
        return std::chrono::duration<double>{Clock::now() - begin_}.count();
    }

  private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point begin_ = Clock::now();
    Clock::duration next_ = std::chrono::seconds{30};
};

}  // namespace tasuki::runtime::detail
