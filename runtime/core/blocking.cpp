#include "runtime/core/blocking.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <starpu.h>

#include <system_error>
#include <utility>

#include "runtime/core/error.hpp"
#include "runtime/core/kernel.hpp"
#include "runtime/core/session.hpp"

namespace tasuki::runtime::detail {

BlockingThreads::~BlockingThreads() {
    {
        const std::lock_guard lock{mutex_};
        ends_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void BlockingThreads::run(std::function<void()> work) {
    {
        const std::lock_guard lock{mutex_};
        waiting_.push_back(std::move(work));
        if (idle_ < waiting_.size() && threads_.size() < kMost) try {
                threads_.emplace_back([this] { serve(); });
            } catch (const std::system_error& e) {
                if (threads_.empty()) {
                    waiting_.pop_back();
                    throw UnavailableError(
                        fmt::format("no thread can be started for it: {}",
                                    e.code().message()));
                }
            }
    }
    changed_.notify_one();
}

void BlockingThreads::serve() {
    // A worker starts it, and that may run on its own CPU only.
    cpu_set_t all;
    CPU_ZERO(&all);
    for (const int cpu : cpus_) CPU_SET(cpu, &all);
    sched_setaffinity(0, sizeof all, &all);
    std::unique_lock lock{mutex_};
    for (;;) {
        ++idle_;
        changed_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
        --idle_;
        if (waiting_.empty()) return;
        const auto work = std::move(waiting_.front());
        waiting_.pop_front();
        lock.unlock();
        work();
        lock.lock();
    }
}

void run_beside(TaskHeader& header, std::function<void()> call) {
    starpu_task* const task = starpu_task_get_current();
    header.beside = 1 + starpu_worker_get_id();
    starpu_task_end_dep_add(task, 1);
    try {
        session().blocking.run([&header, task, call = std::move(call)] {
            call();
            header.end = machine_nanoseconds();
            header.open.set_state(OpenTask::State::returned);
            starpu_task_end_dep_release(task);
        });
    } catch (...) {
        starpu_task_end_dep_release(task);
        throw;
    }
}

}  // namespace tasuki::runtime::detail
