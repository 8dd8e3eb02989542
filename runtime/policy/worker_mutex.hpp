// A mutex that StarPU's workers hold while they call StarPU.
#pragma once

#include <starpu.h>

namespace tasuki::runtime {

/// In a simulation all workers share one thread: a std::mutex that one of them
/// holds where StarPU lets another go on would stop them all.
class WorkerMutex {
  public:
    WorkerMutex() { starpu_pthread_mutex_init(&mutex_, nullptr); }
    ~WorkerMutex() { starpu_pthread_mutex_destroy(&mutex_); }
    WorkerMutex(const WorkerMutex&) = delete;
    WorkerMutex& operator=(const WorkerMutex&) = delete;

    /// As std::lock_guard calls them.
    void lock() noexcept { starpu_pthread_mutex_lock(&mutex_); }
    /// Of the worker that holds it.
    void unlock() noexcept { starpu_pthread_mutex_unlock(&mutex_); }
    /// Waits for a signal of the condition, without the mutex meanwhile.
    void wait(starpu_pthread_cond_t& condition) noexcept {
        starpu_pthread_cond_wait(&condition, &mutex_);
    }

  private:
    starpu_pthread_mutex_t mutex_;
};

}  // namespace tasuki::runtime
