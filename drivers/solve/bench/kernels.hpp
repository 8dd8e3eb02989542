// The kernels of one iteration of a solver, each timed by itself on one worker.
#pragma once

#include <string>
#include <vector>

#include "codelets/lattice/gauge_field.hpp"
#include "graphs/solver/refinement.hpp"
#include "runtime/core/context.hpp"

namespace tasuki::drivers {

struct IterationKernel {
    std::string name;
    int calls;       ///< in an iteration
    double bytes;    ///< that a call must move [B]
    double seconds;  ///< of a call, median
};

/// @param inner  what the iterations store
/// @param repetitions  of each, whose median counts
std::vector<IterationKernel> time_iteration_kernels(
    runtime::Context& context, const runtime::Worker& worker,
    const lattice::GaugeField& u, graphs::solver::Method method,
    graphs::solver::Inner inner, int repetitions);

}  // namespace tasuki::drivers
