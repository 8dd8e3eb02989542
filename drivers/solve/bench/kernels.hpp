// The kernels of one iteration of a solver, each timed by itself on one worker,
// with the fields of one or several right-hand sides.
#pragma once

#include <string>
#include <vector>

#include "codelets/lattice/gauge_field.hpp"
#include "graphs/solver/refinement.hpp"
#include "runtime/core/context.hpp"

namespace tasuki::drivers {

struct IterationKernel {
    std::string name;
    int calls;  ///< in an iteration
    // Of a call, which is for all right-hand sides, over their number.
    double bytes;    ///< that it must move [B]
    double seconds;  ///< median
};

/// @param options  of the solver: with a clover term or a twisted mass it has
///                 other kernels
/// @param inner  what the iterations store
/// @param columns  right-hand sides at once
/// @param repetitions  of each, whose median counts
std::vector<IterationKernel> time_iteration_kernels(
    runtime::Context& context, const runtime::Worker& worker,
    const lattice::GaugeField& u, const graphs::solver::EvenOddOptions& options,
    graphs::solver::Method method, graphs::solver::Inner inner, int columns,
    int repetitions);

}  // namespace tasuki::drivers
