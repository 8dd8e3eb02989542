// What a run begins with, and which steps it takes.
#pragma once

#include "drivers/sphere/options.hpp"
#include "io/sphere/flow_snapshot.hpp"
#include "runtime/core/ranks.hpp"

namespace tasuki::drivers {

/// Of a flow that is not read, vorticity and steps are found by fill_plan().
struct SpherePlan : StepPlan {
    io::FlowSnapshot begin;
};

/// Reads the flow, or its truncation.  Every rank calls.
/// @throws UsageError  also where an option is not what the file says that
///                     `--resume` names
/// @throws InputError, UnavailableError
SpherePlan make_plan(const SphereOptions& options, const runtime::Ranks& ranks);

/// Makes the flow, if it was not read, and finds its steps.
/// @throws UsageError
void fill_plan(const SphereOptions& options, SpherePlan& plan);

/// @throws UnavailableError  the placement needs a worker that is not here
MemoryNeed memory_of(const SphereOptions& options, const SpherePlan& plan,
                     const runtime::Ranks& ranks);

}  // namespace tasuki::drivers
