// What a run keeps in memory, known before it is allocated, and whether the
// memories of all ranks have that much.
#pragma once

#include <string>
#include <vector>

#include "runtime/core/ranks.hpp"

namespace tasuki::drivers {

/// A part of what a rank keeps, where it is largest: StarPU may have a copy in
/// each memory.
struct MemoryPart {
    std::string name;  ///< "links"
    double host = 0;   ///< [B]
    double gpu = 0;    ///< on each GPU of the rank [B]
};

/// What follows where it does not fit into GPUs: with a placement that leaves
/// the choice to the policy, StarPU moves data in and out as they are used.
enum class IfTooSmall { refuse, warn };

struct MemoryNeed {
    std::string what;  ///< "a lattice of 8x8x8x16"
    std::vector<MemoryPart> parts{};
    double held = 0;          ///< what the host has already, of all parts [B]
    std::vector<int> gpus{};  ///< devices of this rank that are used
    IfTooSmall on_gpus = IfTooSmall::refuse;
    std::string advice{};  ///< "take a smaller lattice"

    double host_bytes() const;
    double gpu_bytes() const;
};

/// One memory, or one limit of it, and what one rank wants of it.
struct MemoryUse {
    int rank;
    std::string id;    ///< the same for all ranks that share it
    std::string name;  ///< "host memory", "GPU 0 (NVIDIA H200)"
    bool on_gpu;
    double available, needed;  ///< [B]
};

/// Likewise of all ranks that share it.
struct MemoryDemand {
    std::string name;
    bool on_gpu;
    std::vector<int> ranks;
    double available, needed;

    bool fits() const { return needed <= available; }
};

/// Adds what ranks share. Of memories with one name, such as those of several
/// machines, the one that is left with least.
std::vector<MemoryDemand> add_uses(const std::vector<MemoryUse>& uses);

/// Every rank calls, with its own.
std::vector<MemoryDemand> survey_memory(const runtime::Ranks& ranks,
                                        const MemoryNeed& need);

/// Warns on the first rank of GPUs that are too small but may be.
/// @throws UnavailableError  on all ranks, if the run does not fit
void check_memory(const runtime::Ranks& ranks, const MemoryNeed& need,
                  const std::vector<MemoryDemand>& demands);
inline void check_memory(const runtime::Ranks& ranks, const MemoryNeed& need) {
    check_memory(ranks, need, survey_memory(ranks, need));
}

/// "1.23 GB"
std::string shown_bytes(double bytes);

}  // namespace tasuki::drivers
