// Tasks that are one task of StarPU: a CPU worker runs them one after the
// other, and a GPU worker launches them as a graph, on its GPU or on all of
// them.  For runtime/ alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "runtime/core/submit.hpp"

namespace tasuki::runtime::detail {

class ListGraph;

/// The arguments of all tasks of a list, or of one task.  Runs share them, so
/// that those with the same arguments are known without a look at these; who
/// changes some makes new ones.
using Arguments = std::shared_ptr<std::byte>;
/// @throws UnavailableError  there is no memory for them
Arguments allocate_arguments(std::size_t bytes);

/// Adds what comes next to what is done with an array.
void join_access(Buffer& buffer, Access next);
/// The same for each array once.
/// @return  its place there
std::uint32_t join_to(std::vector<Buffer>& buffers, const Buffer& next);

inline bool writes(Access access) {
    return access == Access::write || access == Access::update;
}

/// A list of tasks for one worker.
struct Segment {
    /// Of the arguments of a task [B].
    static constexpr std::size_t kAlignment = kMostAlignment;
    /// Numbers from here on are mirrors.
    static constexpr std::uint32_t kMirrors = 1U << 31;

    struct Task {
        const KernelRecord* kernel;  ///< null: copies the first to the second
        std::size_t kind;            ///< number of the kernel in `kinds`
        std::size_t arguments;       ///< where they are among all [B]
        std::size_t size;            ///< of the arguments [B]
        int priority;
        int worker;  ///< on a GPU, its first one
        /// Numbers in those of the segment, and what it does with each.
        std::vector<std::uint32_t> buffers;
        std::vector<Access> accesses;
        /// Tasks of the segment that have to end before.
        std::vector<std::uint32_t> after;
    };
    /// An array in the memory of another GPU than its home, for this list.
    struct Mirror {
        std::uint32_t buffer;
        int worker;  ///< the first one of the GPU
    };
    /// Lists that come behind this one, and all of them as one.
    struct Chain {
        std::vector<std::uint64_t> numbers;  ///< of all
        std::shared_ptr<const Segment> joined;
        /// Of each, as they were last, and copies of them as one.
        std::vector<Arguments> parts{};
        Arguments arguments{};
    };

    int worker;            ///< on a GPU, it may be the one for urgent tasks
    std::uint64_t number;  ///< no other has it
    std::vector<Task> tasks{};
    std::vector<std::uint32_t> submitted{};  ///< tasks that are no copies
    std::vector<std::uint32_t> order{};  ///< in which a CPU worker runs them
    std::vector<const KernelRecord*> kinds{};  ///< each kernel once
    /// Each array once, with what the list as a whole does with it.
    std::vector<Buffer> buffers{};
    std::vector<int> homes{};  ///< of each array: a worker that has it there
    std::vector<Mirror> mirrors{};
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
    /// What the task reads of another GPU is copied before.
    /// @param worker  of the task
    /// @param homes   of the arrays, the same each time
    void append(const KernelRecord& kernel, std::size_t size, int priority,
                int worker, std::span<const Buffer> buffers,
                std::span<const int> homes);
    /// All tasks of another one, the list of another iteration.
    void append(const Segment& segment);
    /// Copies what others have written to its home.  Nothing is appended then.
    const std::shared_ptr<Segment>& finish();
    /// So far.
    const std::shared_ptr<Segment>& segment() const { return segment_; }

  private:
    /// Of an array in one memory: the last task that writes it, and those that
    /// have read it since.
    struct Use {
        int writer = -1;
        std::vector<std::uint32_t> readers;
    };
    std::uint32_t find(std::uint32_t buffer, int worker);
    std::uint32_t bring(const Buffer& buffer, int home, int worker,
                        int priority);
    int worker_of(std::uint32_t place) const;
    void copy(std::uint32_t from, std::uint32_t to, int priority);
    std::vector<std::uint32_t> note_uses(const Segment::Task& task);
    void put_messages_before(Segment::Task& task);
    void put_release_before(std::uint32_t array);
    void find_order();

    std::shared_ptr<Segment> segment_;
    /// Messages of this phase, and of the one before it.
    std::vector<std::uint32_t> phase_, before_;
    std::map<std::uint32_t, std::uint32_t> released_;  // the last, by array
    bool received_ = false;                            // the last message
    bool is_new_ = false;                              // the iteration
    std::map<std::uint32_t, Use> uses_;  // by number of array or mirror
    /// Of each array: where its last value is, home or mirrors.
    std::vector<std::vector<std::uint32_t>> valid_;
};

}  // namespace tasuki::runtime::detail
