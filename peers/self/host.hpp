// What a GPU and its host tell each other.  For peers/self/ alone.
#pragma once

#include "peers/self/way.hpp"

namespace tasuki::peers::self {

/// Seconds of a launch.  By the first rank alone.
Row measure_queued_launch(const End& end, int repetitions);
Row measure_seen_launch(const End& end, int repetitions);
/// Where why_no_launch_from_kernels() is null.
Row measure_launch_from_kernel(const End& end, int repetitions);

/// Seconds until the host has an attribute, and the kernel the answer.
Row measure_attribute(const End& end, std::size_t bytes, int repetitions);

}  // namespace tasuki::peers::self
