// How a sweep is laid over a GPU: which sites a thread block takes, in which
// order the blocks go, and how many registers a thread may have.
#pragma once

#include <string>
#include <vector>

#include "codelets/wilson/geometry.hpp"
#include "runtime/gpu.hpp"

namespace tasuki::wilson {

/// Threads of a block, one site each.
inline constexpr int kSweepThreads = 128;
/// Register budgets that are compiled: 0 fewer threads with more registers.
inline constexpr int kSweepBudgets = 2;

struct Launch {
    int budget;
    /// Cells of a block in x/2, y, z and t; chunk[0] = 0: cells in order of
    /// memory.  What neighbours share is then read from the L1 cache.
    int chunk[4];
    /// Chunks in z that are swept through all t together, so that the L2 cache
    /// holds the time slices around them.
    int window;
};

/// Finds the site that a thread computes.
/// @param threads  of a thread block for one parity: kSweepThreads over the
///                 parities that are swept
/// @param thread   number among these, from 0
/// @param cell     set to the cell of the site, with this parity
/// @param lane     set to the lane of the site
/// @return false, with both unspecified, for a thread beyond the last site
TASUKI_HD bool place_thread(const Geometry& g, const Launch& launch,
                            int threads, int block, int thread, int parity,
                            Cell& cell, int& lane) {
    if (launch.chunk[0] == 0) {
        const int index = block * threads + thread;
        if (index >= g.half_volume) return false;
        lane = index % g.lanes;
        cell = cell_at(g, index / g.lanes, parity);
        return true;
    }
    const int(&chunk)[4] = launch.chunk;
    lane = thread % kTile;
    int k = thread / kTile;
    cell.parity = parity;
    cell.xh = k % chunk[0];
    k /= chunk[0];
    cell.y = k % chunk[1];
    k /= chunk[1];
    cell.z = k % chunk[2];
    cell.t = k / chunk[2];
    const auto next = [&block](int count) {
        const int at = block % count;
        block /= count;
        return at;
    };
    cell.xh += chunk[0] * next(g.sub[kX] / 2 / chunk[0]);
    cell.y += chunk[1] * next(g.sub[kY] / chunk[1]);
    const int z = next(launch.window);
    cell.t += chunk[3] * next(g.sub[kT] / chunk[3]);
    cell.z += chunk[2] * (block * launch.window + z);
    return true;
}

/// What does well without having been measured.
Launch default_launch(const Geometry& g, int parities);

/// What a tuner should try: all chunks that divide the block, with all budgets.
std::vector<Launch> launch_chunks(const Geometry& g, int parities);
/// The same launch with every window.
std::vector<Launch> launch_windows(const Geometry& g, const Launch& launch);

/// "budget 0, chunk 2x2x2x2, window 8", and back.
/// @throws UsageError  another text, or a launch that does not fit the block
std::string to_string(const Launch& launch);
Launch parse_launch(const std::string& text, const Geometry& g, int parities);

/// Key in the cache of launches: "wilson sweep double 18, both parities,
/// 32x32x32x64".
std::string launch_key(const char* number, int link_reals, const Geometry& g,
                       int parities);

}  // namespace tasuki::wilson
