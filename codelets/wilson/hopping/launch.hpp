// How a sweep is laid over a GPU: which sites a thread block takes, in which
// order the blocks go, and how many registers a thread may have.
#pragma once

#include <string>
#include <vector>

#include "codelets/wilson/geometry.hpp"
#include "runtime/gpu/gpu.hpp"

namespace tasuki::wilson {

/// Threads of a block, one site each.
inline constexpr int kSweepThreads = 128;
/// Register budgets that are compiled: 0 fewer threads with more registers.
inline constexpr int kSweepBudgets = 2;

/// What a sweep computes of each cell.
struct SweepShape {
    int parities;
    int columns;  ///< of the fields; with one parity only

    SweepShape(int all_parities, int all_columns = 1)
        : parities{all_parities}, columns{all_columns} {}
    bool operator==(const SweepShape&) const = default;

    /// Pairs of columns that are in one thread block, where they read links
    /// from the L1 cache.  A thread takes both columns of a pair; the last
    /// column of an odd number has a launch of its own, with the same blocks.
    int together() const { return columns % 4 == 0 ? 2 : 1; }
    /// Threads of a block for each parity and pair, one for each site.
    int threads() const { return kSweepThreads / parities / together(); }
};

struct Launch {
    int budget;
    /// Cells of a thread block in x/2, y, z and t, powers of two; chunk[0] = 0:
    /// cells in memory order.  A chunk reads the data that neighbours share
    /// from the L1 cache.
    int chunk[4];
    /// Cells in t that a thread takes one after another, with chunks and both
    /// parities only: the term of a site for the next in t stays in the thread.
    int steps;
    /// Chunks in z that are swept through all t together, so that the L2 cache
    /// holds the time slices around them.
    int window;
};

/// A good launch without measurement.
Launch default_launch(const Geometry& g, const SweepShape& shape);

/// Launches for a tuner: all chunks that divide the block, with all budgets,
/// in single steps and in about a dozen.
std::vector<Launch> launch_chunks(const Geometry& g, const SweepShape& shape);
/// The same launch with every window and, unless it takes single steps, every
/// number of steps.
std::vector<Launch> launch_windows(const Geometry& g, const Launch& launch);

/// "budget 0, chunk 1x2x4x1, steps 12, window 8", and back.
/// @throws UsageError  another text, or a launch that does not fit the block
std::string to_string(const Launch& launch);
Launch parse_launch(const std::string& text, const Geometry& g,
                    const SweepShape& shape);

/// Key in the cache of launches: "wilson sweep double 18, both parities,
/// 32x32x32x64", or "... one parity, 12 columns in pairs, ...".
std::string launch_key(const char* number, int link_reals, const Geometry& g,
                       const SweepShape& shape);

}  // namespace tasuki::wilson
