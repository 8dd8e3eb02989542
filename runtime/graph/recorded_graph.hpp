// What a Graph is made of.  For runtime/ alone.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "runtime/graph/graph.hpp"
#include "runtime/graph/placement_search.hpp"
#include "runtime/graph/recorder.hpp"
#include "runtime/graph/recording.hpp"
#include "runtime/graph/run_times.hpp"
#include "runtime/graph/task_list.hpp"

namespace tasuki::runtime::detail {

/// Of graphs that take turns.
struct SharedSearch {
    PlacementSearch search;
    std::shared_ptr<RunTimes> times = std::make_shared<RunTimes>();
    std::int64_t begun = 0;  ///< runs whose time the search is still to be told
};

class RecordedGraph {
  public:
    explicit RecordedGraph(Context& context);
    ~RecordedGraph();
    RecordedGraph(const RecordedGraph&) = delete;
    RecordedGraph& operator=(const RecordedGraph&) = delete;

    /// @param message  empty: it is none
    /// @throws UsageError  it is to come after a task of another graph, or of
    ///                     none
    Task add(const Submission& submission, MessageTask message = {});
    /// What is no task, and has that array: a message of MPI, a copy.
    void add(Handle array, const std::function<void()>& again);
    /// No submission follows.  All ranks call it.
    void finish();
    /// Any thread may call.
    void see_end_of(Handle array);

    std::size_t size() const { return tasks_.size(); }
    const Graph::Counts& counts() const { return counts_; }
    void run(std::int64_t times);
    /// Submits one list, whose runs go on until then, or one run.
    /// @param most  runs of the list
    std::shared_ptr<Loop> run_while(const LoopCondition& condition,
                                    std::int64_t most);
    void note_runs(std::int64_t times) { counts_.runs += times; }
    /// Whether a task writes that array.
    bool writes(Handle array) const;
    /// @throws UsageError  no task has that kernel
    void change(const KernelRecord& kernel,
                const std::function<void(void* packed)>& change);
    /// The message that run() submits.
    void take(const Submission& message);
    void join(const RecordedGraph& other);
    bool is_settled() const;
    void set_warming(bool warms) { shared_->search.set_warming(warms); }

  private:
    struct Recorded {
        const KernelRecord* kernel;
        Arguments packed;
        std::size_t size;  ///< of packed [B]
        std::vector<Buffer> buffers;
        SubmitOptions options;
        bool is_free;    ///< on CPUs or GPUs, as the search says
        bool is_listed;  ///< may be in a list
        MessageTask message;
        /// What the arguments point at; null: nothing.
        std::shared_ptr<const void> kept;
        /// An array that only says that tasks come after this one, which writes
        /// it; null: none do so without data.
        std::unique_ptr<Array<char>> end{};
        std::size_t its_class = 0;  ///< number in classes_, if it is free
        int part = 0;               ///< of the class
    };
    struct Other {
        std::size_t before;  ///< this task
        Handle array;
        std::function<void()> submit;
    };
    struct List {
        std::vector<std::size_t> tasks;  ///< in their order
        Arguments arguments{};  ///< of all; null until it runs with them
    };
    /// The tasks in lists, for one placement.
    struct Placed {
        std::vector<int> on_cpus;  ///< parts of each class
        Recording recording;
        std::map<const Segment*, List> lists;

        /// Whether all tasks are one list.
        bool is_whole() const {
            return lists.size() == 1 &&
                   lists.begin()->second.tasks.size() == recording.size();
        }
    };

    const Array<char>& end_of(const Task& task);
    Submission submission(std::size_t k) const;
    int worker_of(std::size_t k) const;
    void note_uses_of(std::size_t k) const;
    void find_classes();
    void find_shared_arrays();
    static int bits_of(const Recorded& task);
    bool fits_on_gpus() const;
    void spread_over_gpus();
    bool is_searching() const;
    void place();
    void use(const PlacementSearch::Placement& placement);
    Placed make_lists(std::vector<int> on_cpus);
    std::int64_t most_together() const;
    GraphRunPtr begin_run(std::int64_t times);
    std::unique_ptr<TaskList> list_of(
        const std::shared_ptr<const Segment>& segment, std::int64_t times);
    Arguments arguments_of(const Segment& segment,
                           const std::vector<std::size_t>& tasks) const;
    void agree_on_messages();
    std::int64_t run_some(std::int64_t most,
                          const std::shared_ptr<Loop>& loop = nullptr);
    void run_once();
    void submit_message(std::size_t k, TaskList* list);
    void check_arrays() const;

    Context& context_;
    const Ranks& ranks_;
    Session& session_;
    const std::uint64_t number_;  ///< that handles of its tasks have
    std::vector<Recorded> tasks_;
    std::vector<Other> others_;  // that are no tasks
    std::set<Handle> arrays_;
    std::atomic<const char*> gone_{nullptr};  ///< kernel whose array is
    bool has_messages_ = false;
    bool has_kept_ = false;  // what a lambda captures
    /// Of all ranks, with the number of each in the search, and the parts of
    /// this graph.
    std::vector<PlacementSearch::Class> classes_;
    std::vector<std::size_t> numbers_;
    std::vector<int> parts_;
    std::vector<PlacementSearch::Shared> shared_arrays_;
    std::shared_ptr<SharedSearch> shared_ = std::make_shared<SharedSearch>();
    /// Of the message that is submitted: the run, and the list that it is a
    /// part of, if it is.
    GraphRun* run_ = nullptr;
    TaskList* list_ = nullptr;
    std::vector<Placed> placed_;  // the last one is that of now
    Graph::Counts counts_;
};

}  // namespace tasuki::runtime::detail
