// What every task has before its arguments.  For runtime/ alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "runtime/core/clock.hpp"
#include "runtime/core/open_task.hpp"

struct starpu_task;

namespace tasuki::runtime::detail {

/// Lists that the signature of a kernel may have.
inline constexpr int kMostLists = 4;

class GraphRun;

/// Before the arguments of every task.
struct alignas(16) TaskHeader {
    std::uint32_t variant;
    double bytes;                       ///< as SubmitOptions has it
    std::size_t number_bytes;           ///< the same
    std::uint16_t members[kMostLists];  ///< of each list
    /// When the worker called the kernel's function, and when that returned,
    /// in machine_nanoseconds().  A GPU's returns before its work is done, so
    /// `end` stays 0 there.
    std::int64_t begin, end;
    /// One more than the worker that got it, of a task that blocks; else 0.
    std::int32_t beside;
    GraphRun* run;  ///< that the task holds; null for none
    OpenTask open;  ///< while it is submitted by itself
};

/// Whether tasks may still use their arrays: not after a failure, nor after an
/// exception has left arrays with open messages, whose memory may be gone.
bool may_compute() noexcept;

/// The one that runs; null: none of this thread.
starpu_task* running_task() noexcept;
/// What the task was to write is lost.
void lose_arrays(const starpu_task* task) noexcept;
/// The exception that is handled now has left a kernel: the Context fails.
/// @param packed  of the task; null for StarPU's own tasks
void fail_task(const char* kernel, const void* packed,
               const starpu_task* task) noexcept;

/// Calls work(), the function of a kernel, unless the Context has failed.
template <class Work>
void attempt(const char* kernel, const void* packed, const Work& work,
             const starpu_task* task = running_task()) {
    if (!may_compute()) return lose_arrays(task);
    try {
        work();
    } catch (...) {
        fail_task(kernel, packed, task);
    }
}

/// Calls it on a thread of its own (blocking.hpp); the running task, which its
/// worker leaves, ends after that.
/// @param header  of the task; gets its times
/// @param call    its kernel; throws nothing
void run_beside(TaskHeader& header, std::function<void()> call);

/// Notes in the header when a kernel's function begins, and when it ends.
/// StarPU's profile would say it too, but costs a microsecond per task.
class BusyTime {
  public:
    enum class End { noted, later };
    /// @param packed  begins with the TaskHeader; null for StarPU's own tasks
    BusyTime(void* packed, End end)
        : header_{static_cast<TaskHeader*>(packed)}, end_{end} {
        if (header_ == nullptr) return;
        header_->begin = machine_nanoseconds();
        header_->open.set_state(end_ == End::noted ? OpenTask::State::on_cpu
                                                   : OpenTask::State::on_gpu);
    }
    ~BusyTime() {
        if (header_ == nullptr || end_ != End::noted) return;
        header_->end = machine_nanoseconds();
        header_->open.set_state(OpenTask::State::returned);
    }
    BusyTime(const BusyTime&) = delete;
    BusyTime& operator=(const BusyTime&) = delete;

  private:
    TaskHeader* header_;
    End end_;
};

/// Largest alignment of the arguments of a task: a cache line [B].
inline constexpr std::size_t kMostAlignment = 64;

template <class K>
struct Packed {
    static_assert(alignof(typename K::Args) <= kMostAlignment,
                  "Args of a kernel are aligned to 64 bytes at most");
    TaskHeader header;
    typename K::Args args;
};

}  // namespace tasuki::runtime::detail
