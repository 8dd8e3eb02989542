// Runs on machines that are not here.
//
// A build either computes or simulates (TASUKI_GPU=simulated).  Where it
// simulates, StarPU's workers, memories and links are those of a Machine and
// its clock is SimGrid's: graphs, policies and placements are the real ones,
// but no kernel is called.  A task takes the time that kernel_seconds() gives
// for its traffic and arithmetic (SubmitOptions), and arrays have addresses
// without memory behind them.
#pragma once

#include <functional>

#include "runtime/simulation/machine.hpp"

namespace tasuki::runtime {

/// Whether this build simulates: no kernel runs, and values mean nothing.
bool simulates();

/// @throws UnavailableError  this build computes
void check_simulates();

/// Calls run() on the simulated machine, once in a process.  The one Context in
/// run() has its workers, of which a GPU has one, and machine_nanoseconds() is
/// the machine's clock.
/// @throws UnavailableError  this build computes, or its StarPU has fewer CPUs
///                           or GPUs than the machine
/// @throws UsageError        a second simulation
/// @throws FaultError        tasks wait for each other
/// @throws                   what run() throws
void simulate(const Machine& machine, const std::function<void()>& run);

}  // namespace tasuki::runtime
