// The thread that drives the GPUs, and computes the host's products.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace tasuki::peers::streams {

/// Runs jobs one after another, in the order they were posted.
class HostThread {
  public:
    /// @param team  logical CPUs (OS numbers) that its loops use; empty: all
    explicit HostThread(std::vector<int> team);
    /// Waits for the jobs.
    ~HostThread();
    HostThread(const HostThread&) = delete;
    HostThread& operator=(const HostThread&) = delete;

    /// Returns at once.  A job throws nothing.
    void post(std::function<void()> job);
    void wait();
    /// In a job: whether none waits behind it.
    bool is_last();

  private:
    void run(std::vector<int> team);

    std::mutex mutex_;
    std::condition_variable posted_, idle_;
    std::deque<std::function<void()>> jobs_;  ///< the first one is running
    bool ending_ = false;
    std::thread thread_;  ///< last: it uses all of the above
};

}  // namespace tasuki::peers::streams
