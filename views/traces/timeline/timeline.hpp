// What happened in a traced run: the one model that every file, table and
// picture of a trace is made from.
//
// All times are nanoseconds on one clock, that of the first rank, from the
// start of the record.  Indices are places in the vectors of the Timeline.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/trace_window.hpp"

namespace tasuki::trace {

using Time = std::int64_t;  ///< [ns]

/// In microseconds.
constexpr double us(Time time) {
    return 1e-3 * static_cast<double>(time);
}

enum class LaneKind { cpu, gpu, gpu_faces, background };

/// Where tasks follow one another: a StarPU worker, or threads beside the
/// workers, for files and pictures.  Ordered as people think: rank, then GPUs
/// before CPUs, then the stream for faces behind the other, files last.
struct Lane {
    int rank;
    bool gpu;        ///< or a team of CPUs
    bool for_faces;  ///< the GPU's second stream, for what others wait for
    int device;      ///< GPU number, or 0
    int threads;     ///< of the team; 1 for a GPU
    int node;        ///< its memory
    /// "GPU 0", "GPU 0 faces", "CPU x16", "background"; not the rank
    std::string name;
    bool background = false;  ///< no worker, but threads for what blocks

    LaneKind kind() const {
        return background  ? LaneKind::background
               : !gpu      ? LaneKind::cpu
               : for_faces ? LaneKind::gpu_faces
                           : LaneKind::gpu;
    }
};

/// A memory: the host's or a GPU's.
struct Node {
    int rank;
    std::string name;  ///< "host", "GPU 0"
};

struct Task {
    std::string phase;  ///< name of the codelet: pack, matvec, interior, merge
    int lane;
    int block;          ///< of the lattice; -1: of no block
    std::string faces;  ///< what of the block: "T+ T-"; empty: all of it
    int iteration;      ///< -1: of none
    int priority;
    double flops;         ///< [flop]; 0: not known
    std::uint64_t bytes;  ///< of all its arrays together [B]
    Time submitted;
    Time ready;  ///< nothing that it depends on was left
    /// Starts when the lane is free: a GPU has later tasks queued.
    Time start, end;
    bool captured = false;              ///< in a list of a graph
    std::vector<int> after{};           ///< tasks that it depends on
    std::vector<int> after_messages{};  ///< received ones that it depends on

    Time duration() const { return end - start; }
};

/// A worker stood still until data came.
struct Wait {
    int lane;
    int task;  ///< which had to wait
    Time start, end;
};

/// Data from one memory of a rank to another.
struct Transfer {
    int source, target;   ///< nodes
    std::uint64_t bytes;  ///< [B]
    bool ahead;           ///< before a worker waited for it
    Time start, end;
};

/// Data from rank to rank.
struct Message {
    int source, target;  ///< ranks
    std::int64_t tag;
    int iteration;        ///< -1: of none
    std::uint64_t bytes;  ///< [B]
    /// From when it could be sent: what it depends on had ended.
    Time start;
    Time end;                ///< received
    std::vector<int> after;  ///< tasks of the source that it depends on
};

/// A number that changes: it is `value` from `time` on.
struct Sample {
    Time time;
    double value;
};

struct Timeline {
    std::string command;  ///< as the user typed it; empty if not known
    std::string title;    ///< what was run, in a line
    std::string version;  ///< of Tasuki, StarPU, GPU toolkit
    int ranks = 1;
    Window window;  ///< of the iterations that count
    Cost cost;
    Time clocks_within = 0;  ///< by which times of two ranks may be wrong
    Time length = 0;         ///< of the record

    std::vector<Lane> lanes;
    std::vector<Node> nodes;
    std::vector<Task> tasks;  ///< by lane, then start
    std::vector<Wait> waits;
    std::vector<Transfer> transfers;         ///< by start
    std::vector<Message> messages;           ///< by start
    std::vector<std::vector<Sample>> ready;  ///< (ranks) tasks ready, waiting
                                             ///< for a worker

    /// Whether it counts in figures.
    bool measured(int iteration) const {
        return iteration >= window.first && iteration <= window.last;
    }
};

}  // namespace tasuki::trace
