// A trace for ViTE, in Paje's format.
#pragma once

#include <string>

#include "views/traces/timeline/timeline.hpp"

namespace tasuki::trace {

/// Rows, from the top: the iterations; for each rank its workers, the memories
/// between which data moved, its messages, and how many tasks are ready.
/// Arrows are transfers from memory to memory and messages from rank to rank.
/// After the Paje trace file format; times in milliseconds.
std::string to_paje(const Timeline& timeline);

}  // namespace tasuki::trace
