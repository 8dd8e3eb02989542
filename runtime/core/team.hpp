// The CPUs that one CPU worker computes with, and the loop over them.
//
// StarPU sees one worker, so a large block is one task on the CPU as it is on
// a GPU; inside, OpenMP spreads the loop over the worker's CPUs (StarPU's
// documented way of parallel tasks).
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace tasuki::runtime {

/// Lets the calling thread, which is none of StarPU's, compute with these
/// logical CPUs (OS numbers) from now on.
void use_team(std::vector<int> cpus);

/// Number of threads that parallel_ranges() will use on this thread: the
/// worker's team or that of use_team(), else every CPU the process may use.
int team_size();

/// Cuts [0, n) into one contiguous range per thread of the team, with bounds
/// that are multiples of `grain`, and calls body(begin, end) for each; returns
/// when all have.  `body` must not throw.
/// @param worth  with fewer than this number for each thread, the calling one
///               does all: waking the others would take longer
void parallel_ranges(
    std::size_t n, std::size_t grain,
    const std::function<void(std::size_t begin, std::size_t end)>& body,
    std::size_t worth = 0);

/// Calls body(i) for i in [0, n); a thread of the team that is free takes the
/// next, so those that take long should come first.  `body` must not throw.
void parallel_items(std::size_t n,
                    const std::function<void(std::size_t)>& body);

}  // namespace tasuki::runtime
