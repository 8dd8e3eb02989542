// What `tasuki wilson` keeps in memory.
#pragma once

#include "drivers/common/memory.hpp"
#include "drivers/wilson/options.hpp"

namespace tasuki::drivers {

/// Every rank calls.
/// @throws UsageError        blocks that do not cut the lattice
/// @throws UnavailableError  the placement needs a worker that is not here
MemoryNeed memory_of(const WilsonOptions& options, const WilsonPlan& plan,
                     const runtime::Ranks& ranks);

}  // namespace tasuki::drivers
