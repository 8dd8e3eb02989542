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

/// @throws UsageError        fewer than one; several without a network
/// @throws UnavailableError  more ranks than the machine has nodes
void check_ranks(const Machine& machine, int ranks);

/// Calls run() on the simulated machine, once in a process, on one node.  The
/// one Context in run() has its workers, of which a GPU has one, and
/// machine_nanoseconds() is the machine's clock.
/// @throws UnavailableError  this build computes, or its StarPU has fewer CPUs
///                           or GPUs than the machine
/// @throws UsageError        a second simulation
/// @throws FaultError        tasks wait for each other
/// @throws                   what run() throws
void simulate(const Machine& machine, const std::function<void()>& run);

/// The same for several ranks, each on a node of its own.  They are copies of
/// PROGRAM.so, which tasuki_simulated_ranks() makes of the same sources as the
/// PROGRAM that calls this: SimGrid loads one for each rank, in this process,
/// and calls its main() with the words of this program.  There simulate()
/// calls run(), with the rank in mpi_ranks(); here it returns when all ranks
/// have ended.  A rank whose main() does not return 0 ends the process with
/// that exit code.
/// @throws UnavailableError  without PROGRAM.so
/// @throws                   what check_ranks() and simulate() above throw
void simulate(const Machine& machine, int ranks,
              const std::function<void()>& run);

}  // namespace tasuki::runtime
