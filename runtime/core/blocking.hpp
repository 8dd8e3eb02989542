// Threads for kernels that block: they wait for a file or a socket, and the
// worker that got the task computes others meanwhile.  For runtime/ alone.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "runtime/core/devices.hpp"

namespace tasuki::runtime::detail {

/// Of a Context; each is used again and again, and may run where the thread may
/// that made this object.
class BlockingThreads {
  public:
    BlockingThreads() = default;
    /// Nothing is left to do.
    ~BlockingThreads();
    BlockingThreads(const BlockingThreads&) = delete;
    BlockingThreads& operator=(const BlockingThreads&) = delete;

    /// Calls it on a thread that is free, or a new one.
    /// @throws UnavailableError  the system gives no thread
    void run(std::function<void()> work);

  private:
    /// Then work waits for a thread.
    static constexpr std::size_t kMost = 64;

    void serve();

    const std::vector<int> cpus_ = allowed_cpus();
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> waiting_;
    std::size_t idle_ = 0;
    bool ends_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace tasuki::runtime::detail
