#include "peers/streams/host_thread.hpp"

#include <utility>

#include "runtime/core/team.hpp"

namespace tasuki::peers::streams {

HostThread::HostThread(std::vector<int> team)
    : thread_{[this, team = std::move(team)] { run(team); }} {}

HostThread::~HostThread() {
    {
        const std::lock_guard lock{mutex_};
        ending_ = true;
    }
    posted_.notify_one();
    thread_.join();
}

void HostThread::post(std::function<void()> job) {
    {
        const std::lock_guard lock{mutex_};
        jobs_.push_back(std::move(job));
    }
    posted_.notify_one();
}

void HostThread::wait() {
    std::unique_lock lock{mutex_};
    idle_.wait(lock, [this] { return jobs_.empty(); });
}

bool HostThread::is_last() {
    const std::lock_guard lock{mutex_};
    return jobs_.size() == 1;
}

void HostThread::run(std::vector<int> team) {
    runtime::use_team(std::move(team));
    std::unique_lock lock{mutex_};
    for (;;) {
        posted_.wait(lock, [this] { return ending_ || !jobs_.empty(); });
        if (jobs_.empty()) return;
        const auto job = jobs_.front();
        lock.unlock();
        job();
        lock.lock();
        jobs_.pop_front();
        if (jobs_.empty()) idle_.notify_all();
    }
}

}  // namespace tasuki::peers::streams
