// Tasks that one worker runs one after the other as one task of StarPU.  For
// runtime/ alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "runtime/core/submit.hpp"

namespace tasuki::runtime::detail {

class ListGraph;

/// Adds what comes next to what is done with each array once.
/// @return  its place there
std::uint32_t join_to(std::vector<Buffer>& buffers, const Buffer& next);

inline bool writes(Access access) {
    return access == Access::write || access == Access::update;
}

/// A list of tasks for one worker.
struct Segment {
    /// Of the arguments of a task: a cache line [B].
    static constexpr std::size_t kAlignment = 64;

    struct Task {
        const KernelRecord* kernel;
        std::size_t kind;       ///< number of the kernel in `kinds`
        std::size_t arguments;  ///< where they are among all [B]
        std::size_t size;       ///< of the arguments [B]
        int priority;
        /// Numbers in those of the segment, and what it does with each.
        std::vector<std::uint32_t> buffers;
        std::vector<Access> accesses;
        /// Tasks of the segment that have to end before.
        std::vector<std::uint32_t> after;
    };
    /// Lists that come behind this one, and all of them as one.
    struct Chain {
        std::vector<std::uint64_t> numbers;  ///< of all
        std::shared_ptr<const Segment> joined;
    };

    int worker;            ///< on a GPU, it may be the one for urgent tasks
    std::uint64_t number;  ///< no other has it
    std::vector<Task> tasks{};
    std::vector<const KernelRecord*> kinds{};  ///< each kernel once
    /// Each array once, with what the list as a whole does with it.
    std::vector<Buffer> buffers{};
    std::size_t bytes = 0;  ///< of all arguments
    int priority = 0;       ///< the highest
    /// Of a list for a GPU; used by its worker alone.
    mutable std::shared_ptr<ListGraph> graph{};
    mutable std::vector<Chain> chains{};
};

/// Appends task after task.
class SegmentBuilder {
  public:
    explicit SegmentBuilder(int worker);
    void append(const KernelRecord& kernel, std::size_t size, int priority,
                std::span<const Buffer> buffers);
    /// All tasks of another one.
    void append(const Segment& segment);
    const std::shared_ptr<Segment>& segment() const { return segment_; }

  private:
    /// Of an array: the last task that writes it, and those that have read it
    /// since.
    struct Use {
        int writer = -1;
        std::vector<std::uint32_t> readers;
    };
    std::vector<std::uint32_t> note_uses(const Segment::Task& task);

    std::shared_ptr<Segment> segment_;
    std::vector<Use> uses_;  // by array of the segment
};

}  // namespace tasuki::runtime::detail
