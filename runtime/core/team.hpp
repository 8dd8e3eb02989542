// The CPUs that one CPU worker computes with, and the loops over them.
//
// StarPU sees one worker, so a large block is one task on the CPU as it is on
// a GPU; inside, the threads of a team share the loop over the worker's CPUs
// (team_threads.hpp).  A loop inside the body of another one is not shared.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <functional>
#include <vector>

namespace tasuki::runtime {

/// Lets the calling thread, which is none of StarPU's, compute with these
/// logical CPUs (OS numbers) from now on, one thread on each.
void use_team(std::vector<int> cpus);

/// Number of threads that parallel_ranges() may use on this thread: one for
/// each CPU of the worker's team or that of use_team(), else as many as a
/// Context would compute with by default.
int team_size();

/// Cuts [0, n) into contiguous ranges, with bounds that are multiples of
/// `grain`, and calls body(begin, end) for each; returns when all calls have.
/// The same thread gets the same part of [0, n) each time if it is free, and
/// does that in several calls so that another one can take over some of them.
/// What `body` throws first is thrown when all calls have ended.
/// @param worth  with fewer than this number for each thread, fewer threads
///               share the loop
void parallel_ranges(
    std::size_t n, std::size_t grain,
    const std::function<void(std::size_t begin, std::size_t end)>& body,
    std::size_t worth = 0);

/// Calls body(i) for i in [0, n); a thread of the team that is free takes the
/// next, so those that take long should come first.  What `body` throws first
/// is thrown when all threads have ended.
void parallel_items(std::size_t n,
                    const std::function<void(std::size_t)>& body);

/// Iterations for which it is worth to wake another CPU.
inline constexpr std::size_t kWorthACpu = 4096;

/// Calls body(i) for i in [0, n), an index of the type of n.
template <std::integral Index, class Body>
void for_each(Index n, const Body& body) {
    const auto range = [&body](std::size_t begin, std::size_t end) {
        const Body own = body;  // stores of the loop cannot change it
        for (std::size_t i = begin; i < end; ++i) own(static_cast<Index>(i));
    };
    parallel_ranges(static_cast<std::size_t>(n), 64, range, kWorthACpu);
}

/// Calls body(i, j) for i in [0, rows) and j in [0, columns), j fastest,
/// indices of the types of these.
template <std::integral Rows, std::integral Columns, class Body>
void for_each(Rows rows, Columns columns, const Body& body) {
    const auto range = [&body, columns](std::size_t begin, std::size_t end) {
        const Body own = body;
        for (std::size_t i = begin; i < end; ++i)
            for (Columns j = 0; j < columns; ++j) own(static_cast<Rows>(i), j);
    };
    const auto of_row = static_cast<std::size_t>(std::max(columns, Columns{1}));
    parallel_ranges(static_cast<std::size_t>(rows), 1, range,
                    kWorthACpu / of_row);
}

}  // namespace tasuki::runtime
