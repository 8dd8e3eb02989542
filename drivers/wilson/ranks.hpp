// One result of what the ranks of a run measured, each its own part.
#pragma once

#include "drivers/wilson/run.hpp"
#include "runtime/core/ranks.hpp"

namespace tasuki::drivers {

/// Adds the phases of all ranks, and lists the bandwidth of all their workers,
/// whose names then tell the rank; on the first rank.  Every rank calls.
void join_ranks(const runtime::Ranks& ranks, WilsonResult& result);

}  // namespace tasuki::drivers
