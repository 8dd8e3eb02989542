// Where tasks and messages put down what they do while it is recorded.
#pragma once

#include <starpu.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "runtime/core/submit.hpp"
#include "runtime/trace/trace.hpp"

namespace tasuki::runtime {

/// Of a Recorder.  Between end() and begin() a call costs the reading of a
/// flag, and does nothing.
class TraceLog {
  public:
    /// Forgets everything, and records from now on.  StarPU profiles tasks
    /// until end().  Nobody may submit during either call.
    void begin();
    /// Keeps what was recorded for the take_ functions.  Before StarPU stops.
    void end();
    /// Whether begin() was the last of the two.
    bool is_on() const { return on_.load(std::memory_order_relaxed); }
    /// Whether it is, or was.
    bool has_begun() const { return generation_ > 0; }

    /// Of tasks and messages submitted from now on; -1: none.
    void set_iteration(int number) { iteration_ = number; }

    /// A task in the record; 0: nothing is recorded.
    using Number = std::uint64_t;

    /// Before the task is submitted, by the thread that does; any may.
    void see_submission(starpu_task& task, TraceLabel label,
                        std::span<const detail::Buffer> buffers);
    /// In the callback of a task, on its worker.
    /// @param beside  when it ran on a thread that is no worker's, in
    ///                machine_nanoseconds(); zeros: it did not
    void see_end(const starpu_task& task, int worker,
                 std::pair<std::int64_t, std::int64_t> beside);

    /// The program submits a task that goes in a list.
    Number see_captured(const detail::Submission& submission);
    /// A task of a list, which has ended, in machine_nanoseconds().
    struct Captured {
        Number number;       ///< of see_captured()
        int worker;          ///< on a GPU, the first one there
        std::int64_t ready;  ///< those that it depends on had ended
        std::int64_t start;  ///< of the kernel
        std::int64_t end;    ///< of the kernel
    };
    /// In the callback of a list.
    /// @param tasks  in the order in which they were submitted
    void see_end(const starpu_task& list, std::span<const Captured> tasks);

    /// For see_message_end(); null where nothing is recorded.
    void* see_message(bool sends, int peer, std::int64_t tag,
                      starpu_data_handle_t handle);
    /// The task that is its half on this rank has been submitted: what waits
    /// for the message comes behind it.  `token` may be null.
    void see_message_task(void* token);
    /// When it has arrived or left; `token` may be null.
    void see_message_end(void* token);

    /// In the order of submission; they are then forgotten.
    std::vector<TaskRecord> take_tasks();
    /// In the order of submission; they are then forgotten.
    std::vector<MessageRecord> take_messages();

  private:
    /// Null: it is of no record, or of an earlier one.
    TaskRecord* find_task(Number number);
    /// A time of StarPU's profile in machine_nanoseconds().
    std::int64_t time(const timespec& of_starpu) const;
    /// With that token; null: it is of an earlier record.
    MessageRecord* find_message(void* token);
    TaskRecord& add(const char* name, int priority, double flops,
                    TraceLabel label, std::span<const detail::Buffer> buffers);

    std::atomic<bool> on_{false};
    int profiled_ = 0;  // what StarPU did before begin()
    std::atomic<int> iteration_{-1};
    std::mutex mutex_;  // of all below: submitters, workers, StarPU-MPI
    std::uint64_t order_ = 0;
    std::vector<TaskRecord> tasks_;
    std::vector<MessageRecord> messages_;
    std::uint32_t generation_ = 0;  // begin() was called so often
    std::int64_t zero_ = 0;         // machine_nanoseconds() of StarPU's start
};

}  // namespace tasuki::runtime
