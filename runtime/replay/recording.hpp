// The tasks of an iteration as they were submitted, and those of them that can
// run one after the other as one task of StarPU.  For runtime/ alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_set>
#include <vector>

#include "runtime/core/submit.hpp"

namespace tasuki::runtime::detail {

/// A list of tasks for one CPU worker.
struct Segment {
    struct Task {
        const KernelRecord* kernel;
        std::size_t kind;       ///< number of the kernel in `kinds`
        std::size_t arguments;  ///< where they are among all [B]
        /// Numbers in those of the segment.
        std::vector<std::uint32_t> buffers;
    };
    std::vector<Task> tasks;
    std::vector<const KernelRecord*> kinds;  ///< each kernel once
    /// Each array once, with what the list as a whole does with it.
    std::vector<Buffer> buffers;
    std::size_t bytes = 0;  ///< of all arguments
    int priority = 0;       ///< the highest
};

class Recording {
  public:
    /// Of the arguments of a task in a list: a cache line [B].
    static constexpr std::size_t kAlignment = 64;

    /// The next submission of the iteration.
    /// @param settled  it can run on one CPU worker only
    void add(const Submission& submission, bool settled);
    /// The program, or a message, uses an array in between.
    void meet(Handle handle);
    /// The program waits in between.
    void cut() { open_ = kAlone; }

    std::size_t size() const { return steps_.size(); }
    /// Whether this is submission `k`, whatever its arguments are.
    bool matches(std::size_t k, const Submission& submission) const;
    bool operator==(const Recording& other) const;

    /// The list that submission `k` is in; null: it stays a task.  After
    /// seal().
    std::shared_ptr<const Segment> segment_of(std::size_t k) const;
    /// Submission `k` as it was, with other arguments.
    Submission submission(std::size_t k, const void* packed) const;
    /// No submission follows.  A list of one task is none.
    void seal();

  private:
    /// Of a task that stays one.
    static constexpr int kAlone = -1;

    /// What two submissions have in common, beside their arrays.
    struct Key {
        const KernelRecord* kernel;
        std::size_t size;
        Where where;
        int worker, priority;
        bool is_awaited;  // it has when_done

        explicit Key(const Submission& submission);
        bool operator==(const Key&) const = default;
    };
    struct Step {
        Key key;
        std::vector<Buffer> buffers;
        SubmitOptions options;  // without when_done
        int segment;
    };
    void append(const Submission& submission);

    std::vector<Step> steps_;
    std::vector<std::shared_ptr<Segment>> segments_;
    int open_ = kAlone;  ///< segment that may go on
    /// Since it began: those that it uses, and those that others use.
    std::unordered_set<Handle> own_, of_others_;
};

}  // namespace tasuki::runtime::detail
