// The speeds of the workers at accelerate.
#pragma once

#include "codelets/nbody/accelerate/accelerate.hpp"
#include "graphs/cut.hpp"

namespace tasuki::graphs::nbody {

/// Waits.  Measures this rank's workers of the given kinds, all at the same
/// time as in a step, each for about 5 ms on separate bodies; GPUs
/// are tuned first.
/// @param bodies  of the simulation: smaller systems fill GPUs less
template <class N>
std::vector<Speed> measure_speeds(runtime::Context& context, std::size_t bodies,
                                  const tasuki::nbody::Wish& wish);

}  // namespace tasuki::graphs::nbody
