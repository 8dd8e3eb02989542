// StarPU's lifetime as an object: one Context per process, in main.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/core/environment_changes.hpp"
#include "runtime/core/placement.hpp"
#include "runtime/core/ranks.hpp"

namespace tasuki::runtime {

class Recorder;
class Statistics;
class Watchdog;
struct Session;

/// Whether tasks of graphs become lists (graph/graph.hpp).  By itself, unless
/// the policy wants the time of each task.
enum class Capture { automatic, off, on };
/// "auto", "on" or "off", of an option.
/// @throws UsageError  another text
Capture parse_capture(std::string_view text);

/// Tasks or messages wait, and none has ended for a while.
struct Stall {
    double seconds;  ///< since the last one ended [s]
    /// Whether something may still move: a task runs, the program holds an
    /// array, or a message waits for another rank.  Otherwise no task can
    /// begin any more, unless another process gives memory of a GPU back.
    bool can_move;
    /// What runs, and what waits: kernels, arrays that the program holds,
    /// messages.
    std::string what;
};

/// When a Context reports that nothing makes progress, and to whom.
struct Stalls {
    /// Before the first report [s]; 0: there is none.  The next ones come after
    /// twice the time of the one before.
    double seconds = 300;
    /// Called by a thread of the library, and may not throw.  Null: the log has
    /// a warning.
    std::function<void(const Stall&)> report{};
};

/// The words of a report, in one line.
std::string describe(const Stall& stall);

/// What of the machine a run uses, and how tasks are scheduled on it.
struct ContextOptions {
    int cpus = -1;  ///< logical CPUs to compute with; -1 = all
    /// StarPU CPU workers that share those CPUs; 0: one for each CPU that
    /// drives no GPU.
    int cpu_workers = 1;
    int gpus = -1;         ///< GPU workers; -1 = all there are
    std::string policy{};  ///< StarPU scheduling policy; empty = feedback with
                           ///< GPUs, lws without
    bool calibrate = false;        ///< measure the performance models again
    bool measure_links = false;    ///< between memories, again; takes seconds
    Recorder* recorder = nullptr;  ///< outlives the Context; null: no trace
    /// The processes that work together, e.g. mpi_ranks() of mpi/ranks.hpp;
    /// outlive the Context.  Null: this one alone.
    const Ranks* ranks = nullptr;
    Capture capture = Capture::automatic;     ///< of tasks of graphs
    Exchange exchange = Exchange::automatic;  ///< of arrays between ranks
    /// Win over what a task says, unless it is for one worker.
    Placements placements{};
    Stalls stalls{};  ///< what is said of tasks that do not end
};

/// One worker; the several that StarPU may have on a GPU count as one.
struct Worker {
    /// Also says which function of a kernel the worker calls.
    enum class Kind { cpu, gpu };
    int id;      ///< StarPU's number, of several the first; see urgent_worker()
    Kind kind;   ///< for tasks with a Where
    int device;  ///< GPU number, or 0
    int threads;             ///< CPUs that compute together; 1 for a GPU
    std::string name;        ///< e.g. "CPU x2", "GPU 0 (NVIDIA H200)"
    std::vector<int> cpus;   ///< that compute, OS numbers; none for a GPU
    std::size_t memory = 0;  ///< of a GPU, that tasks may use [B]; 0 for a CPU
};

/// Starts StarPU, and StarPU-MPI among several ranks; stops it when destroyed.
/// It has all that the library keeps of a run, and there is one at a time: it
/// refuses to be a second one, or beside a StarPU that the program has started.
/// It installs no handlers of signals and writes nothing
/// to stdout.  What StarPU reads from the environment alone it sets there for
/// as long as it lives (environment.hpp).  Any thread may submit tasks, kernels
/// on CPUs too, and any that is not a worker's messages; the others of its
/// functions, and those of Ranks, are for the thread that made it.
///
/// A kernel that throws, or in which a call of a GPU fails, lets the Context
/// fail: tasks that have not begun do nothing, so all of them end at once, and
/// wait(), submit(), Graph::run() and access to arrays throw TaskFailed, with
/// the kernel and what it threw, each time that they are called.  Destructors
/// do not throw.  What no failed task was to write can still be read.
///
/// If an exception leaves the scope while messages wait for another rank, which
/// may never come, the destructors do not wait for these: they stop the workers
/// and let the exception pass.  The process is then to end, by abort_ranks() or
/// MPI_Abort(): it cannot have another Context, nor finalise MPI.
/// Where that happened to an array over memory of the caller, its functions and
/// submit() throw UsageError.
/// An array should end before its Context does.  One that does not can only be
/// destroyed or assigned to (Data). STARPU_* environment variables override
/// the options, with a message.  Without a GPU toolkit in the build,
/// or without a GPU, `gpus` = -1 means none.  Without a HOME that can be
/// written StarPU's measurements last as long as the process (home.hpp).
/// @throws UnavailableError  more CPUs or GPUs requested than there are; no CPU
///                           requested without a GPU; unknown policy (the
///                           message lists the known ones); no worker for a
///                           placement
/// @throws UsageError        no worker requested; a second Context; what Ranks
///                           refuses
class Context {
  public:
    /// Returns when the workers are ready.
    explicit Context(const ContextOptions& options = {});
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    /// Blocks until every submitted task and message of this rank has
    /// finished, but for functions in the background (Background).
    /// @throws TaskFailed, RankFailed  it has failed, then or before
    void wait();
    /// Whether a task or another rank has failed, or cancel() was called.
    bool has_failed() const noexcept;
    /// Lets it fail: tasks that have not begun do nothing, and who waits gets
    /// Cancelled.  Any thread may call, as one that looks at a clock.
    void cancel(const std::string& why = "cancelled");

    /// By their numbers; valid as long as the Context.
    const std::vector<Worker>& workers() const { return workers_; }
    /// Those of one kind; empty if there are none.
    std::vector<Worker> workers(Worker::Kind kind) const;
    /// Workers of one kind.
    int count(Worker::Kind kind) const;
    /// The policy in use, which the environment may have chosen.
    const std::string& policy() const { return policy_; }
    /// Whether the policy is done with trying other places for tasks, so that
    /// times no longer include its trials; true for policies that try none.
    bool is_settled() const;
    /// The ranks of this run; one without MPI.
    const Ranks& ranks() const { return ranks_; }
    /// What its tasks have done.
    Statistics& statistics();
    /// For runtime/ alone.
    Session& session() { return *session_; }

  private:
    struct NotStarted {};
    /// What is complete has a destructor: it stops what a public constructor
    /// has started before it throws.
    Context(const Ranks& ranks, NotStarted);
    void start(const ContextOptions& options);
    void stop();

    const Ranks& ranks_;
    std::unique_ptr<Session> session_;
    EnvironmentChanges environment_;
    bool starpu_ = false, messages_ = false;  // started
    std::vector<Worker> workers_;
    std::string policy_;
    std::unique_ptr<Watchdog> watchdog_;
    int idle_hook_ = -1;
};

/// Whether an exception has left a Context with open messages: the process has
/// to end.
bool messages_were_abandoned() noexcept;

/// StarPU's workers sleep during its lifetime.  Otherwise idle ones would look
/// for tasks all the time, on CPUs where something else is measured.  No task
/// may be submitted or running.
class Pause {
  public:
    /// Waits for all tasks first.
    explicit Pause(Context& context);
    ~Pause();
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;
};

/// Those of the options; this process alone if they have none.
const Ranks& ranks_of(const ContextOptions& options);

}  // namespace tasuki::runtime
