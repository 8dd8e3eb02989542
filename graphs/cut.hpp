// Work that can be cut anywhere, cut by the speeds of the workers.
#pragma once

#include <cstddef>
#include <vector>

#include "graphs/share.hpp"
#include "runtime/core/context.hpp"

namespace tasuki::graphs {

/// Pieces [begin, end) of the work: bodies, or pairs of latitudes.
struct Block {
    int rank;
    int worker;  ///< of that rank
    runtime::Worker::Kind kind;
    std::size_t begin, end;

    std::size_t size() const { return end - begin; }
};

/// A worker of some rank and its speed.
struct Speed {
    int rank;
    int worker;
    runtime::Worker::Kind kind;
    double per_second;
};

/// Blocks in the order of `speeds` and in proportion to them; workers without
/// a block are left out.
/// @param grain  blocks begin at multiples of it
std::vector<Block> cut_by_speed(std::size_t size,
                                const std::vector<Speed>& speeds,
                                std::size_t grain = 1);

/// Time of the work with these blocks over that of the best cut; 1 at least.
double imbalance(const std::vector<Block>& blocks,
                 const std::vector<Speed>& speeds);

/// Speeds of the workers that the share uses, those of all ranks on each, as
/// the share alone implies: equal among GPUs and among CPU workers.
/// @param cpu_fraction  0 to 1, of each rank
std::vector<Speed> speeds_of_share(const runtime::Context& context,
                                   double cpu_fraction);
/// The measured speeds of the workers that the share uses.
std::vector<Speed> speeds_for(const std::vector<Speed>& measured, Share share);

/// The workers' own, of which each rank knows its own only.
std::vector<Speed> gather_speeds(const runtime::Ranks& ranks,
                                 const std::vector<Speed>& own);

}  // namespace tasuki::graphs
