// The tasks of one iteration and what they depend on, as a picture.
#pragma once

#include <string>

#include "views/traces/timeline/timeline.hpp"

namespace tasuki::trace {

/// SVG: a band of rows for each block, a column for each depth (the longest
/// way from a task that waits for nothing of the iteration), a box for each
/// task in the colour of its phase; messages between ranks as dashed lines, the
/// longest chain with thick ones.  What follows from other dependencies is left
/// out.
std::string to_dag(const Timeline& timeline, int iteration);

}  // namespace tasuki::trace
