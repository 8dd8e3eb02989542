// Lists on their way to StarPU.  A GPU starts the next task of StarPU 20 to 30
// us after the last one has ended, if that one has to end first.  So lists that
// come while a GPU runs others wait, and go to it together, as one task: the
// GPU then starts each right behind the one before.  For runtime/ alone.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "runtime/graph/leases.hpp"
#include "runtime/graph/task_list.hpp"

namespace tasuki::runtime::detail {

/// Lists that one worker runs one after the other, as a task of StarPU.
class Batch {
  public:
    explicit Batch(int worker) : worker_{worker} {}
    /// The node of its task points at it.
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;

    /// Behind those that it has.
    void add(std::unique_ptr<TaskList> list);
    int worker() const { return worker_; }
    std::size_t size() const { return lists_.size(); }
    /// Of all its arrays [B].
    std::size_t bytes() const { return bytes_; }
    /// Whether both have each array in the same memory.
    bool fits(const Segment& segment) const;
    /// Whether what does that with these arrays must come behind it.
    bool meets(std::span<const Buffer> buffers) const;
    void run(void* buffers[]);
    /// Its task has ended.
    void see_end();
    /// What its tasks were to write is lost.
    void lose_arrays() const noexcept;

    /// Whether its arrays stay with the worker.
    bool keeps_arrays() const { return keeps_arrays_; }

    static void submit(std::unique_ptr<Batch> batch, Leases& leases);

  private:
    struct Place {
        std::unique_ptr<TaskList> list;
        std::vector<std::uint32_t> buffers;  ///< of its segment, in buffers_
    };
    std::vector<std::uint32_t> places_of(const Segment& segment);
    std::optional<starpu_task*> take_arrays(Leases& leases) const;
    Segment::Chain* find_chain(std::size_t first) const;
    void run_chain(std::size_t first, Segment::Chain& chain, void* buffers[]);

    int worker_;
    std::vector<Place> lists_;
    /// Each array once, with what all lists together do with it.
    std::vector<Buffer> buffers_;
    std::vector<int> nodes_;  // memory of each
    std::size_t bytes_ = 0;
    bool keeps_arrays_ = false;
    OpenTask open_{};         // its task
    int priority_ = 0;        // the highest
    std::int64_t begin_ = 0;  // on a GPU [ns]
};

/// Whether this thread runs a task of a list.
bool is_in_list() noexcept;

/// Of a Context.  Any thread may call.
class Batches {
  public:
    /// Before StarPU starts.
    Batches();
    /// Submits the list, now or with those that come.
    void submit(std::unique_ptr<TaskList> list);
    /// A task with these arrays, or the program, comes next: what it has to
    /// wait for is submitted.
    void meet(std::span<const Buffer> buffers);
    void meet(Handle handle);
    /// Nothing waits any more.
    void meet_all();
    /// Nor stays with a worker.
    void give_back_all();
    void see_end(const Batch& batch);

  private:
    /// Of a GPU worker.
    struct Line {
        int running = 0;  ///< batches that are submitted and have not ended
        std::unique_ptr<Batch> waiting;  ///< only while others run
    };
    void submit(Line& line);
    template <class Meets>
    void submit_if(const Meets& meets);

    /// The end of a batch submits the next one: with a limit of submitted tasks
    /// it would wait for itself, or for the mutex of who waits for its end.
    const bool may_wait_;
    Leases leases_{may_wait_};
    std::mutex mutex_;
    /// Not less than the lines where a batch waits.
    std::atomic<int> waiting_{0};
    std::map<int, Line> lines_;  // by worker
};

}  // namespace tasuki::runtime::detail
