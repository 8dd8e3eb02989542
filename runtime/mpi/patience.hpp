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

}  // namespace tasuki::runtime::detail
