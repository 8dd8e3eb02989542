// One result of what the ranks of a run measured, each its own part.
#pragma once

#include "drivers/wilson/run.hpp"
#include "runtime/core/ranks.hpp"

namespace tasuki::drivers {

/// Lists the bandwidth of the workers of all ranks, whose names then tell the
/// rank; on the first rank.  Every rank calls.
void join_ranks(const runtime::Ranks& ranks, WilsonResult& result);

}  // namespace tasuki::drivers
