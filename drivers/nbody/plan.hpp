// What a run begins with, and which steps it takes.
#pragma once

#include "drivers/nbody/options.hpp"
#include "io/bodies/snapshot.hpp"
#include "runtime/core/ranks.hpp"

namespace tasuki::drivers {

struct NbodyPlan : StepPlan {
    /// `start` is filled in by the run; the bodies of a model by fill_plan(),
    /// before which only origin.n says how many they are.
    io::Snapshot begin;
};

/// Reads the bodies.  Every rank calls.
/// @throws UsageError  also where an option is not what the file says that
///                     `--resume` names
/// @throws InputError, UnavailableError
NbodyPlan make_plan(const NbodyOptions& options, const runtime::Ranks& ranks);

/// Makes the bodies of a model.
void fill_plan(const NbodyOptions& options, NbodyPlan& plan);

/// @throws UnavailableError  the placement needs a worker that is not here
MemoryNeed memory_of(const NbodyOptions& options, const NbodyPlan& plan,
                     const runtime::Ranks& ranks);

}  // namespace tasuki::drivers
