// --dry-run: what a run would keep in memory, in place of the run.
#pragma once

#include <string>
#include <vector>

#include "drivers/common/memory.hpp"

namespace tasuki::drivers {

/// Prints the parts and the memories, or writes the same as JSON; called on
/// the first rank.
/// @param json  a file, - for stdout, or empty for the table
void show_memory(const MemoryNeed& need,
                 const std::vector<MemoryDemand>& demands, int ranks,
                 const std::string& json);

}  // namespace tasuki::drivers
