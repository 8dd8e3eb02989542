// What a run begins with, and which steps it takes.
#pragma once

#include "drivers/sphere/options.hpp"
#include "io/sphere/flow_snapshot.hpp"
#include "runtime/ranks.hpp"

namespace tasuki::drivers {

struct SpherePlan : StepPlan {
    io::FlowSnapshot begin;
};

/// Reads or makes the flow.  Every rank calls.
/// @throws UsageError  also where an option is not what the file says that
///                     `--resume` names
/// @throws InputError, UnavailableError
SpherePlan make_plan(const SphereOptions& options, const runtime::Ranks& ranks);

}  // namespace tasuki::drivers
