// The machine of the simulation that runs.  For runtime/ alone.
#pragma once

#include "runtime/core/environment_changes.hpp"
#include "runtime/simulation/machine.hpp"

namespace tasuki::runtime::detail {

/// @throws UnavailableError  nothing is simulated now: a build that simulates
///                           was asked to compute
const Machine& current_machine();

/// @throws UnavailableError  as current_machine()
/// @throws UsageError        there was a Context in this simulation
void begin_context();

/// Makes StarPU read the machine's files.
void find_platform(EnvironmentChanges& changes);

}  // namespace tasuki::runtime::detail
