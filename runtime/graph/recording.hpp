// The tasks of a graph, and those of them that can run one after the other as
// one task of StarPU.  For runtime/ alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "runtime/core/submit.hpp"
#include "runtime/graph/segment.hpp"

namespace tasuki::runtime::detail {

/// Where a task runs that can run on several workers, as the policy has it.
inline constexpr int kAnyWorker = -1;

class Recording {
  public:
    /// The next submission of the graph.
    /// @param worker  the only one that can run it, or kAnyWorker
    void add(const Submission& submission, int worker);
    /// What is no task uses an array in between.
    void meet(Handle handle) { breaks_.push_back({size(), handle}); }

    std::size_t size() const { return steps_.size(); }
    /// Whether lists are worth it: some task is in one.
    bool has_lists() const;

    /// The list that submission `k` is in; null: it stays a task.  After
    /// seal().
    const std::shared_ptr<const Segment>& segment_of(std::size_t k) const {
        return steps_[k].segment;
    }
    /// No submission follows: makes the lists.  A list of one task is none,
    /// unless it is the graph on a GPU; nor is one that would fill the
    /// memory of a GPU.  Messages are in a list only if it is the graph.
    /// GPUs that reach each other's memory have lists together.  Where others
    /// wait for tasks of a GPU, or these for others, its urgent tasks have
    /// lists of their own, which need not wait for the rest.
    /// @param gpu_memory  that a list may need there [B]
    void seal(std::size_t gpu_memory);

  private:
    struct Step {
        const KernelRecord* kernel;
        std::size_t size;  ///< of the arguments [B]
        int priority;
        int only_worker;  ///< or kAnyWorker
        std::vector<Buffer> buffers;
        std::shared_ptr<const Segment> segment{};  ///< null: it stays a task
    };
    struct Break {
        std::size_t before;  ///< this submission
        Handle handle;
    };
    class Lists;
    std::unordered_map<Handle, int> find_homes() const;
    bool is_of_one_worker() const;
    bool is_list(const Segment& segment, std::size_t gpu_memory) const;

    std::vector<Step> steps_;
    std::vector<Break> breaks_;
};

}  // namespace tasuki::runtime::detail
