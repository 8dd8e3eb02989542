// The tasks that wait for one worker, and those that it has begun.
#pragma once

#include <starpu.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace tasuki::runtime {

/// A task in a queue.
struct QueuedTask {
    starpu_task* task = nullptr;  ///< itself
    double seconds = 0;           ///< that it is expected to take
    double transfer = 0;          ///< that its data are to travel [s]
    double work = 0;              ///< by which its class measures times
    std::uint64_t its_class = 0;  ///< of the policy
    bool is_measured = false;     ///< its time is wanted
    double begin = 0;             ///< [s], when the worker has begun it
};

/// expect(), push(), pop(), pop_for() and ahead() are for the holder of the
/// scheduler's lock; begin() and end() are for the worker, without it.
class WorkerQueue {
  public:
    /// A task that is pushed soon counts from now on in ahead() and load(), or
    /// tasks that become ready in between would all go to the same worker.
    void expect(const QueuedTask& queued) {
        seconds_ += queued.seconds;
        transfers_ += queued.transfer;
        ++expected_;
    }
    /// One that was expected.
    /// @param arrival  number of the task; the lower goes first
    void push(int priority, std::uint64_t arrival, const QueuedTask& queued) {
        tasks_.emplace(Key{-std::int64_t{priority}, arrival}, queued);
        --expected_;
        ++waiting_;
    }
    /// Of the tasks with the highest priority the one of which the least data
    /// are missing, and of several the oldest: the worker does not wait for the
    /// data of one while it could compute another, and uses what is there
    /// before it makes room.  It looks at few tasks, and few pass one; at more
    /// where the memory is full, as data then leave it for each that it takes.
    /// @param missing  bytes of a task
    /// @param is_full  whether the memory has no room for a task
    template <class Missing, class IsFull = bool (*)(starpu_task*)>
    starpu_task* pop(
        const Missing& missing,
        const IsFull& is_full = [](starpu_task*) { return false; }) {
        return pop_for(*this, missing, is_full);
    }
    /// The same for another worker, which has nothing to do.
    template <class Missing, class IsFull = bool (*)(starpu_task*)>
    starpu_task* pop_for(
        WorkerQueue& taker, const Missing& missing,
        const IsFull& is_full = [](starpu_task*) { return false; }) {
        if (tasks_.empty()) return nullptr;
        auto first = tasks_.begin();
        const int most =
            tasks_.size() > kFew && is_full(first->second.task) ? kMany : kFew;
        if (passes_ < most && tasks_.size() > 1) {
            auto at = first;
            double least = std::numeric_limits<double>::infinity();
            for (int k = 0; k < most && at != tasks_.end(); ++k, ++at) {
                if (at->first.first != tasks_.begin()->first.first) break;
                const double its = missing(at->second.task);
                if (its >= least) continue;
                first = at;
                least = its;
                if (its == 0) break;
            }
        }
        passes_ = first == tasks_.begin() ? 0 : passes_ + 1;
        const QueuedTask queued = first->second;
        tasks_.erase(first);
        // What is added and subtracted must not leave a remainder.
        const bool was_last = tasks_.empty() && expected_ == 0;
        seconds_ = was_last ? 0 : seconds_ - queued.seconds;
        transfers_ = was_last ? 0 : transfers_ - queued.transfer;
        --waiting_;
        taker.take(queued);
        return queued.task;
    }
    /// Whether none waits; a worker that polls needs no lock for it.
    bool is_empty() const { return waiting_ == 0; }
    /// Tasks that wait.
    int waiting() const { return waiting_; }
    /// Tasks that are expected, wait or run.
    int load() const { return expected_ + waiting_ + taken_count_; }
    /// Whether the worker has taken one that has not ended.
    bool runs() const { return taken_count_ > 0; }
    /// Until it has computed all of them [s].  For a task of high priority too:
    /// one that passes others makes them later.
    double work(double now) const {
        return seconds_ +
               std::max(0.0, taken_seconds_ - std::max(0.0, now - since_));
    }
    /// The same, or until the data of those that wait have travelled, which
    /// they do meanwhile [s].
    double ahead(double now) const { return std::max(work(now), transfers_); }

    /// The worker begins a task that it has popped.
    void begin(const starpu_task* task, double now) {
        const auto found = find(task);
        if (found == taken_.end()) return;
        found->begin = now;
        if (found == taken_.begin()) since_ = now;
    }
    /// @return  what was queued; nothing if the task was not
    std::optional<QueuedTask> end(const starpu_task* task, double now) {
        const auto found = find(task);
        if (found == taken_.end()) return std::nullopt;
        QueuedTask queued = *found;
        taken_.erase(found);
        // A GPU has several: this one began when the one before ended.
        queued.begin = std::max(queued.begin, last_end_);
        last_end_ = now;
        since_ = now;
        taken_seconds_ = taken_.empty() ? 0 : taken_seconds_ - queued.seconds;
        --taken_count_;
        return queued;
    }

  private:
    static constexpr double kNever = 1e300;
    static constexpr int kFew = 32, kMany = 160;
    using Key = std::pair<std::int64_t, std::uint64_t>;  // (-priority)(arrival)

    void take(const QueuedTask& queued) {
        if (taken_.empty()) since_ = kNever;
        taken_.push_back(queued);
        taken_seconds_ = taken_seconds_ + queued.seconds;
        ++taken_count_;
    }
    std::vector<QueuedTask>::iterator find(const starpu_task* task) {
        return std::ranges::find(taken_, task, &QueuedTask::task);
    }

    std::map<Key, QueuedTask> tasks_;
    int passes_ = 0;        ///< tasks that the first of tasks_ has let pass
    double seconds_ = 0;    ///< of tasks_ and expected ones
    double transfers_ = 0;  ///< of the same [s]
    int expected_ = 0;      ///< number of the latter
    std::atomic<int> waiting_ = 0;      ///< their number
    std::vector<QueuedTask> taken_;     ///< of the worker alone
    std::atomic<int> taken_count_ = 0;  ///< their number
    std::atomic<double> taken_seconds_ = 0;
    std::atomic<double> since_ = 0;  ///< the first of taken_ runs
    double last_end_ = 0;
};

}  // namespace tasuki::runtime
