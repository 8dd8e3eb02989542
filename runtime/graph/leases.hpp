// Arrays that stay with the worker of lists.  StarPU takes one or two
// microseconds for each array of a task, and a graph of small tasks has
// hundreds.  So those of a graph that one worker runs are acquired once, for
// all of its runs, until somebody else wants them.  For runtime/ alone.
#pragma once

#include <starpu.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "runtime/core/submit.hpp"

namespace tasuki::runtime::detail {

/// Of a Context.  Any thread may call.
class Leases {
  public:
    /// @param may_take  whether there are any: gates, which all threads submit,
    ///                  may not wait
    explicit Leases(bool may_take) : may_take_{may_take} {}
    Leases(const Leases&) = delete;
    Leases& operator=(const Leases&) = delete;

    /// The next task of that worker has these arrays, and StarPU is not told.
    /// Such tasks of a worker have one priority, so they run in their order.
    /// @param nodes  memory of each array
    /// @param most   that may stay in the memory of one GPU, where other tasks
    ///               need some [B]
    /// @return  an empty task that has to come before it; null: nothing has to;
    ///          no value: there is no room for these arrays, and nothing is
    ///          taken
    std::optional<starpu_task*> take(int worker,
                                     std::span<const Buffer> buffers,
                                     std::span<const int> nodes,
                                     std::size_t most);
    /// StarPU has the task, which comes after that one.
    void open_later(int worker);
    /// Such a task has ended.
    void see_end(int worker);

    /// Others come next that do that with these arrays: they are given back as
    /// soon as the tasks so far have ended.
    void give_back(std::span<const Buffer> buffers);
    void give_back_all();

  private:
    bool has_room(std::span<const Buffer> buffers, std::span<const int> nodes,
                  std::span<const std::size_t> wanted, std::size_t most);
    struct Lease {
        int worker, node;
        bool writes;
        std::size_t bytes;
    };
    /// Arrays on their way to a task.
    struct Acquisition {
        Leases* leases;
        int worker;
        starpu_task* gate;
        int left;  ///< and one more until StarPU has the task
    };
    struct Due {
        std::uint64_t after;  ///< so many tasks have ended
        Handle handle;
        int node;
    };
    /// Of a worker.
    struct Line {
        std::uint64_t taken = 0, ended = 0;  ///< tasks
        /// In the order of the tasks, which start in it.
        std::deque<std::unique_ptr<Acquisition>> acquisitions;
        bool opens = false;  ///< some thread submits gates
        std::deque<Due> due;
    };
    static void release(std::span<const Due> now);
    static void see_acquired(void* acquisition);
    void arrive(Acquisition& acquisition);
    void open(Line& line, std::unique_lock<std::mutex>& lock);
    using Found = std::unordered_map<Handle, Lease>::iterator;
    Found give_back(Found lease, std::vector<Due>& now);

    const bool may_take_;
    std::mutex mutex_;
    std::atomic<std::size_t> count_{0};
    std::unordered_map<Handle, Lease> all_;
    std::map<int, std::size_t> bytes_;  // by node
    std::map<int, Line> lines_;         // by worker
};

}  // namespace tasuki::runtime::detail
