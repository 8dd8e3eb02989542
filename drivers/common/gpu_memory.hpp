// Whether the blocks of a lattice fit into the GPUs, asked before they are
// made.
#pragma once

#include <string>
#include <vector>

#include "runtime/ranks.hpp"

namespace tasuki::drivers {

/// What one rank wants of one GPU.
struct GpuUse {
    int rank;
    std::string id;  ///< the same for all ranks that share it
    int number;      ///< as the rank counts
    std::string name;
    double free_bytes, needed_bytes;
};

/// "GPU 0 (NVIDIA H200) has 1.00 GB of memory free; the blocks of ranks 0, 1
/// need 1.50 GB", for each GPU that is too small for all ranks that share it.
std::vector<std::string> find_small_gpus(const std::vector<GpuUse>& uses);

/// How much of the memory for its share of all blocks the fullest GPU needs,
/// where the first `on_gpus` of them live on GPUs, which get equal runs.
double share_of_fullest(int on_gpus, int blocks, int gpus);

/// What follows if the blocks do not fit: with a placement that leaves the
/// choice to the policy, StarPU moves them in and out as they are used.
enum class IfTooSmall { refuse, warn };

/// Every rank calls, with its own.
/// @param needed  on each of these devices [B]
/// @throws UnavailableError  one of them has less free than all ranks need
void check_gpu_memory(const runtime::Ranks& ranks, double needed,
                      const std::vector<int>& devices, IfTooSmall then);

}  // namespace tasuki::drivers
