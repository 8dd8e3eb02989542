// What `tasuki wilson` keeps in memory.
#pragma once

#include "drivers/common/memory.hpp"
#include "drivers/wilson/options.hpp"

namespace tasuki::drivers {

/// How much of the memory for its share of all blocks the fullest GPU needs,
/// where the first `on_gpus` of them live on GPUs, which get equal runs.
double share_of_fullest(int on_gpus, int blocks, int gpus);

/// Every rank calls.
/// @throws UsageError        blocks that do not cut the lattice
/// @throws UnavailableError  the placement needs a worker that is not here
MemoryNeed memory_of(const WilsonOptions& options, const WilsonPlan& plan,
                     const runtime::Ranks& ranks);

}  // namespace tasuki::drivers
