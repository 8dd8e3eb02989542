// How a lattice is cut among ranks, blocks and workers, as options name it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "drivers/experiment/experiment.hpp"
#include "graphs/wilson/decomposition.hpp"
#include "graphs/wilson/placement.hpp"
#include "runtime/core/ranks.hpp"

namespace tasuki::drivers {

struct BlockInput {
    std::string blocks;  ///< empty: the command has a default
    std::string ranks;   ///< along X, Y, Z, T; empty = all along T
    int gpus_each = 0;   ///< that every rank has; for the default of `blocks`
};

/// Number of ranks that --ranks asks a simulation for: a grid XxYxZxT, or the
/// number itself, of which nothing is left in `input`.  1 without the option.
/// @throws UsageError  it is neither
int take_ranks(BlockInput& input);

/// Adds --blocks and --ranks.
/// @param by_default  "along T, one for each GPU"
void add_block_options(CLI::App& command, BlockInput& input,
                       const std::string& by_default);
/// Adds --placement, of graphs::wilson.
void add_block_placement(CLI::App& command, ExperimentOptions& options);

/// GPUs that every rank has at least, and its placement uses; every rank calls.
int count_gpus_each(const ExperimentOptions& options,
                    const runtime::Ranks& ranks);

/// @param t_blocks  the default of a rank that has so many sites along T
/// @throws UsageError  also where --ranks is not the number of ranks
graphs::wilson::Decomposition make_decomposition(
    const BlockInput& input, const lattice::Extents& extents,
    const runtime::Ranks& ranks, const std::function<int(int)>& t_blocks);

/// How much of the memory for its share of all blocks the fullest GPU needs,
/// where the first `on_gpus` of them live on GPUs, which get equal runs.
double share_of_fullest(int on_gpus, int blocks, int gpus);
/// The same of a placement's blocks of this rank.
double share_on_gpus(const graphs::wilson::Placement& placement,
                     const graphs::wilson::Decomposition& d, std::size_t gpus);

/// "T+ T-", of the mask of a wilson::FaceList, as traces have it.
std::string name_faces(std::uint32_t mask);

}  // namespace tasuki::drivers
