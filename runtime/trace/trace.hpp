// Recording of a run: the times of every task and message, as StarPU's profiles
// have them; its own events are only for transfers between memories
// (docs/decisions/0008).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/core/ranks.hpp"
#include "runtime/trace/trace_label.hpp"

namespace tasuki::runtime {

class Context;
class EnvironmentChanges;
class TraceLog;

/// A StarPU worker as a trace shows it; a GPU may have two.
struct TraceLane {
    int worker;   ///< StarPU's number
    bool gpu;     ///< or CPU
    bool urgent;  ///< takes a GPU's tasks of priority above 0
    int device;   ///< GPU number, or 0
    int threads;  ///< CPUs that compute together; 1 for a GPU
    int memory;  ///< StarPU's number of the memory that it computes in; 0: host
};

/// A buffer of a task or message.
struct BufferUse {
    std::uint64_t handle;  ///< tells arrays of a rank apart
    bool reads;            ///< what it held before
    bool writes;           ///< what it holds afterwards
    std::uint64_t bytes;   ///< of the whole array [B]
};

/// A task.  Times are machine_nanoseconds() of its rank; 0 if it did not end.
struct TaskRecord {
    std::uint64_t order;  ///< of submission, among tasks and messages of a rank
    std::string name;     ///< of the codelet
    int iteration;        ///< see TraceIteration; -1: none
    TraceLabel label;     ///< of SubmitOptions
    int priority;         ///< of SubmitOptions
    double flops;         ///< [flop]; 0 if not known
    std::vector<BufferUse> buffers;  ///< in the order of the signature
    int worker = -1;  ///< -1: it did not end while recorded, as its times
    std::int64_t submitted = 0;    ///< the program called submit()
    std::int64_t ready = 0;        ///< given to the policy
    std::int64_t fetch_begin = 0;  ///< of data it waited for
    std::int64_t fetch_end = 0;    ///< of the same data
    std::int64_t start = 0;        ///< of the kernel
    std::int64_t end = 0;          ///< of the kernel
    bool captured = false;         ///< in a list of a graph
    bool beside = false;           ///< on a thread of its own, as a file
};

/// A message, with times as of a TaskRecord.
struct MessageRecord {
    std::uint64_t order;         ///< of submission, as of a TaskRecord
    bool sends;                  ///< or receives
    int peer;                    ///< the other rank
    std::int64_t tag;            ///< its MessageTag
    int iteration;               ///< see TraceIteration; -1: none
    BufferUse buffer;            ///< what is sent or received
    std::int64_t submitted = 0;  ///< the program called for it
    std::int64_t done = 0;       ///< 0: it did not end while recorded
};

/// The record of one rank, of the last interval.
struct RankRecord {
    std::vector<TraceLane> lanes;         ///< all workers of the rank
    ClockReading before;                  ///< when the Recorder was made
    ClockReading after;                   ///< at Recorder::read()
    std::int64_t begin = 0;               ///< of the interval
    std::int64_t end = 0;                 ///< of the interval
    std::vector<TaskRecord> tasks;        ///< in the order of submission
    std::vector<MessageRecord> messages;  ///< in the order of submission
    /// StarPU's paje.trace, of all intervals; empty without GPUs.
    std::string events;
};

/// Records between start() and stop(), as often as wanted; the last time
/// counts.  One at a time; made before the Context, and read after it.
class Recorder {
  public:
    /// Compares the clocks of the ranks.  Every rank calls.
    /// @param folder  where StarPU keeps its events until they are read
    Recorder(const Ranks& ranks, std::string folder);
    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// Where StarPU's events are from the end of the Context to read().
    std::string file() const;

    /// Before StarPU starts.  Called by Context, whose environment it changes.
    /// @throws UnavailableError  there are GPUs, and this StarPU was built
    ///                           without FxT, or is older than 1.4.10
    void prepare(bool gpus, EnvironmentChanges& changes);
    /// Remembers the workers.  Called by Context.
    void see_workers(const Context& context);

    /// Where tasks and messages put down what they do.  For Context.
    TraceLog& log() { return *log_; }

    /// Begins an interval and forgets the last one.  No task may be running.
    void start();
    /// Ends it.  No task may be running.
    void stop();

    /// Mark in StarPU's events at the begin of an interval, followed by its
    /// number, from 0, and machine_nanoseconds().
    static constexpr const char* kBegin = "tasuki begin";
    /// The same at its end.
    static constexpr const char* kEnd = "tasuki end";

    /// The record of this rank.  Once, after the Context has ended; every rank
    /// calls.
    /// @throws FaultError  StarPU left no events
    RankRecord read();

  private:
    void mark(const char* what);

    const Ranks& ranks_;
    std::string folder_;
    std::unique_ptr<TraceLog> log_;
    RankRecord own_;
    bool has_events_ = false;
    int intervals_ = 0;
};

}  // namespace tasuki::runtime
