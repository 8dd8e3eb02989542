// For what a core has just written and a device reads next.
#pragma once

#include <cstddef>

namespace tasuki::device {

/// Lets the lines of [begin, begin + bytes) that are modified in caches be
/// written to memory and stay where they are.  A transfer to a GPU of lines
/// that are modified in the caches of cores has half the rate of one from
/// memory (measured: docs/experiments.md).  Does nothing on processors without
/// such an instruction (CLWB).
void write_back(const void* begin, std::size_t bytes);

}  // namespace tasuki::device
