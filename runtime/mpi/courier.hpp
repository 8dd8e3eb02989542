// Submits the gates of messages as soon as the other rank is ready.  For
// runtime/mpi/ alone.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "runtime/mpi/transport.hpp"

struct starpu_task;

namespace tasuki::runtime::detail {

/// Messages that are tasks, until these have ended.  Any thread may call.
class UnfinishedTasks {
  public:
    /// @param place  of the message among all that this rank has submitted
    void add(std::uint64_t place) {
        const std::lock_guard lock{mutex_};
        places_.insert(place);
    }
    void remove(std::uint64_t place) {
        const std::lock_guard lock{mutex_};
        places_.erase(place);
    }
    bool has_before(std::uint64_t place) const {
        const std::lock_guard lock{mutex_};
        return !places_.empty() && *places_.begin() < place;
    }

  private:
    mutable std::mutex mutex_;
    std::set<std::uint64_t> places_;
};

/// A thread that looks at flags as long as tasks wait for them, carries
/// messages to other machines, and lets the Context fail if another rank has.
class Courier {
  public:
    /// A message whose gate, an empty task of StarPU, is not submitted before
    /// channel.is_open(after, is_task), and that of a list not before the
    /// messages ahead of it that are tasks have ended.
    struct Closed {
        std::uint64_t after;
        bool is_task;
        std::uint64_t place;  ///< as of UnfinishedTasks
        starpu_task* gate;

        bool is_open(const Channel& channel,
                     const UnfinishedTasks& tasks) const {
            return channel.is_open(after, is_task) &&
                   (is_task || !tasks.has_before(place));
        }
    };

    /// @param tasks  outlives it
    /// @param hear   called on that thread while a waiting channel has no flag,
    ///               after tell(), and as long as it returns true
    /// @param carry  called there all the time, unless it is empty; returns
    ///               whether it had something to do
    Courier(const UnfinishedTasks& tasks, std::function<bool()> hear,
            std::function<bool()> carry);
    ~Courier();
    Courier(const Courier&) = delete;
    Courier& operator=(const Courier&) = delete;

    /// StarPU has what comes after the gate.  Those of a channel are opened one
    /// after the other.
    void open_later(const Channel& channel, const Closed& closed);

    /// Other ranks were told of something, which has to leave.
    void tell();

  private:
    void run() noexcept;
    void deliver();
    std::vector<starpu_task*> take_open();

    const UnfinishedTasks& tasks_;
    std::function<bool()> hear_;
    std::function<bool()> carry_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<const Channel*, std::deque<Closed>> waiting_;
    bool tells_ = false;
    bool ends_ = false;
    std::thread thread_;
};

}  // namespace tasuki::runtime::detail
