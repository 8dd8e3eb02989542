// The tasks of an iteration as they were submitted, and those of them that can
// run one after the other as one task of StarPU.  For runtime/ alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "runtime/core/submit.hpp"
#include "runtime/replay/segment.hpp"

namespace tasuki::runtime::detail {

/// Where a task runs that can run on several workers, as the policy has it.
inline constexpr int kAnyWorker = -1;

class Recording {
  public:
    /// The next submission of the iteration.
    /// @param worker  the only one that can run it, or kAnyWorker
    void add(const Submission& submission, int worker);
    /// The program, or a message, uses an array in between.
    void meet(Handle handle) { breaks_.push_back({size(), handle}); }
    /// The program waits in between.
    void cut() { breaks_.push_back({size(), nullptr}); }

    /// The first `count` submissions, as they were recorded.
    Recording first(std::size_t count) const;
    /// Submissions that a policy places after all.
    void unplace(std::span<const std::size_t> submissions);

    std::size_t size() const { return steps_.size(); }
    /// Whether this is submission `k`, with the same arrays, whatever its
    /// arguments are.
    bool matches(std::size_t k, const Submission& submission) const;
    /// Whether the program did the same, wherever it ran.
    bool operator==(const Recording& other) const;
    /// Whether lists are worth it: some task is in one.
    bool has_lists() const;

    /// The list that submission `k` is in; null: it stays a task.  After
    /// seal().
    const std::shared_ptr<const Segment>& segment_of(std::size_t k) const {
        return steps_[k].segment;
    }
    /// Submission `k` as it was, with other arguments.
    Submission submission(std::size_t k, const void* packed) const;
    /// No submission follows: makes the lists.  A list of one task is none,
    /// unless it is the iteration on a GPU; nor is one that would fill the
    /// memory of a GPU.  Messages are in a list only if it is the iteration.
    /// GPUs that reach each other's memory have lists together.  Where others
    /// wait for tasks of a GPU, or these for others, its urgent tasks have
    /// lists of their own, which need not wait for the rest.
    /// @param gpu_memory  that a list may need there [B]
    void seal(std::size_t gpu_memory);

  private:
    /// What two submissions have in common, beside their arrays.
    struct Key {
        const KernelRecord* kernel;
        std::size_t size;
        Where where;
        int worker, priority;
        bool is_awaited;      // it has when_done
        const void* channel;  // of a message; null: it is none

        explicit Key(const Submission& submission);
        bool operator==(const Key&) const = default;
    };
    struct Step {
        Key key;
        int only_worker;  // or kAnyWorker
        std::vector<Buffer> buffers;
        /// Number of each: StarPU may give an array the handle of one that has
        /// ended.
        std::vector<std::uint64_t> arrays;
        SubmitOptions options;                     // without when_done
        std::shared_ptr<const Segment> segment{};  ///< null: it stays a task
    };
    struct Break {
        std::size_t before;  ///< this submission
        Handle handle;       ///< null: all
        bool operator==(const Break&) const = default;
    };
    class Lists;
    std::unordered_map<Handle, int> find_homes() const;
    bool is_of_one_worker() const;
    bool is_list(const Segment& segment, std::size_t gpu_memory) const;

    std::vector<Step> steps_;
    std::vector<Break> breaks_;
};

}  // namespace tasuki::runtime::detail
