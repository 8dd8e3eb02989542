// The memory bandwidth that the rooflines of a run stand on.
#pragma once

#include <limits>
#include <vector>

#include "drivers/common/memory.hpp"
#include "runtime/core/context.hpp"

namespace tasuki::drivers {

struct WorkerBandwidth {
    runtime::Worker worker;
    double median_gbs;  ///< [10^9 B/s]; 0: not measured
    double min_gbs, max_gbs;
};

/// Measures every worker of the context: triad on the CPU workers (all at
/// once, they share the memory), copy on each GPU. `data_bytes` is what a run
/// touches on this machine [B]: the arrays of the CPUs are as large together,
/// from 24 MiB up to where the caches no longer matter. Those of a GPU are
/// larger than its caches, but take at most half of its memory.
/// @param also_cpus  false where no roofline needs them: they take some tenths
///                   of a second
std::vector<WorkerBandwidth> measure_bandwidth(
    runtime::Context& context,
    double data_bytes = std::numeric_limits<double>::infinity(),
    bool also_cpus = true);

/// What measure_bandwidth() keeps of a rank's memory.
/// @param rank_bytes  what the run touches of this rank [B]
MemoryPart bandwidth_memory(double rank_bytes, bool has_gpus);

/// Sum of the medians of one kind of worker [10^9 B/s].
double total_gbs(const std::vector<WorkerBandwidth>& measured,
                 runtime::Worker::Kind kind);

}  // namespace tasuki::drivers
