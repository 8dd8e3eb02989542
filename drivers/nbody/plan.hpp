// What a run begins with, and which steps it takes.
#pragma once

#include "drivers/nbody/options.hpp"
#include "io/bodies/snapshot.hpp"
#include "runtime/ranks.hpp"

namespace tasuki::drivers {

struct NbodyPlan : StepPlan {
    io::Snapshot begin;  ///< `start` is filled in by the run
};

/// Reads or makes the bodies.  Every rank calls.
/// @throws UsageError  also where an option is not what the file says that
///                     `--resume` names
/// @throws InputError, UnavailableError
NbodyPlan make_plan(const NbodyOptions& options, const runtime::Ranks& ranks);

}  // namespace tasuki::drivers
