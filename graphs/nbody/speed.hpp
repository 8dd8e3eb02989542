// How fast the workers are at accelerate.
#pragma once

#include "codelets/nbody/accelerate/accelerate.hpp"
#include "graphs/cut.hpp"

namespace tasuki::graphs::nbody {

/// Waits.  Measures this rank's workers of the kinds asked, all at the same
/// time as they will compute, each for about 5 ms on bodies of its own; GPUs
/// are tuned first.
/// @param bodies  of the simulation: smaller systems fill GPUs less
template <class N>
std::vector<Speed> measure_speeds(runtime::Context& context, std::size_t bodies,
                                  const tasuki::nbody::Wish& wish);

}  // namespace tasuki::graphs::nbody
