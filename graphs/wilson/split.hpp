// The measured share of the CPU in a lattice.
#pragma once

#include "graphs/wilson/decomposition.hpp"
#include "runtime/core/context.hpp"

namespace tasuki::graphs::wilson {

/// Fraction of the blocks that the CPU workers finish in the time in which the
/// GPUs finish the rest: from the time of `interior` on a block of this
/// decomposition, on a worker of either kind.  0 without a CPU worker, 1
/// without a GPU.
template <class T, int kLinkReals>
double measured_cpu_fraction(runtime::Context& context,
                             const Decomposition& decomposition);

}  // namespace tasuki::graphs::wilson
