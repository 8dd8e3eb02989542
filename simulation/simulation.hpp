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

#include "simulation/machine.hpp"

namespace tasuki::runtime {

/// Whether this build simulates: no kernel runs, and values mean nothing.
bool simulates();

/// @throws UnavailableError  this build computes
void check_simulates();

/// Ranks fill one node after the other, and those on a node share its CPUs and
/// GPUs as real ones do (resources.hpp).
struct RanksOnNodes {
    int count = 1;  ///< of all ranks
    int each = 1;   ///< ranks on a node; the last may have fewer
    /// Whether run() may have a Recorder with GPUs.  Each rank then has an FxT
    /// of its own, which makes its start slower.
    bool recorded = false;
    /// Number of nodes with a rank.
    int nodes() const { return count / each + (count % each == 0 ? 0 : 1); }
};

/// @throws UsageError        fewer than one; several nodes without a network
/// @throws UnavailableError  more than the nodes of the machine hold, or on a
///                           node more than it has cores
void check_ranks(const Machine& machine, const RanksOnNodes& ranks);

/// Calls run() on the simulated machine, once in a process, on one node.  The
/// one Context in run() has its workers, of which a GPU has one, and
/// machine_nanoseconds() is the machine's clock.
/// @throws UnavailableError  this build computes, or its StarPU has fewer CPUs
///                           or GPUs than the machine
/// @throws UsageError        a second simulation
/// @throws FaultError        tasks wait for each other
/// @throws                   what run() throws
void simulate(const Machine& machine, const std::function<void()>& run);

/// The same for several ranks.  They are copies of
/// PROGRAM.so, which tasuki_simulated_ranks() makes of the same sources as the
/// PROGRAM that calls this: SimGrid loads one for each rank, in this process,
/// and calls its main() with the words of this program.  There simulate()
/// calls run(), with the rank in mpi_ranks(); here it returns when all ranks
/// have ended.  A rank whose main() does not return 0 ends the process with
/// that exit code.
/// @throws UnavailableError  without PROGRAM.so; ranks of a node would share a
///                           GPU
/// @throws                   what check_ranks() and simulate() above throw
void simulate(const Machine& machine, const RanksOnNodes& ranks,
              const std::function<void()>& run);

}  // namespace tasuki::runtime
