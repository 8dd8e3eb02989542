// A trace for ViTE, in Paje's format.
#pragma once

#include <string>

#include "drivers/trace/timeline.hpp"

namespace tasuki::drivers::trace {

/// Rows, from the top: the iterations; for each rank its workers, then a row
/// for each of its memories that data left (how many transfers are under way),
/// and the tasks that are ready.  Arrows are transfers from memory to memory
/// and messages from rank to rank.  After the Paje trace file format, version
/// 1.2 (2012); times in milliseconds.
std::string to_paje(const Timeline& timeline);

}  // namespace tasuki::drivers::trace
