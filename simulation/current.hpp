// The machine of the simulation that runs.  For runtime/ alone.
#pragma once

#include <simgrid/barrier.h>

#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "runtime/core/environment_changes.hpp"
#include "simulation/machine.hpp"
#include "simulation/simulation.hpp"

namespace tasuki::runtime::detail {

/// @throws UnavailableError  nothing is simulated now: a build that simulates
///                           was asked to compute
const Machine& current_machine();

/// @throws UnavailableError  as current_machine()
/// @throws UsageError        there was a Context in this simulation
void begin_context();

/// Makes StarPU read the machine's files.
void find_platform(EnvironmentChanges& changes);

/// The place of this rank.
struct PlaceOnNode {
    int node = 0;   ///< of all nodes
    int rank = 0;   ///< of those on the node
    int ranks = 1;  ///< on the node
};
/// All of the first node, unless this is a rank that has said where it is.
PlaceOnNode place_on_node() noexcept;
/// From now on this rank has the part of its node that is its.
/// @param rank  of rank_simulation()
/// @return  place_on_node()
PlaceOnNode take_place(int rank) noexcept;

/// This rank will use these GPUs of the machine, of which several cost more.
/// Called once, before StarPU starts.
void use_gpus(std::span<const int> numbers);

/// What the ranks of a simulation have in common.  Each is a copy of the
/// program, with variables of its own, in one process: only what is here is one
/// for all.
struct RankSimulation {
    std::filesystem::path folder;  ///< private_folder() of the process
    RanksOnNodes ranks;            ///< how many
    int ended = 0;                 ///< ranks that have returned
    /// Of each rank, of the last meeting and of the one before: some ranks may
    /// still read that one.
    std::array<std::vector<std::string>, 2> texts{
        std::vector<std::string>(ranks.count),
        std::vector<std::string>(ranks.count)};
    sg_bar_t barrier = nullptr;  ///< of all ranks; the first makes it
};
/// Null unless this is the copy for a rank.
RankSimulation* rank_simulation() noexcept;

/// From this size on [B] a message starts when it is received, and is not
/// copied.
inline constexpr std::size_t kLargeMessage = 65536;

/// Returns when all ranks have called it, after the time that a message takes
/// through the network, times the rounds in which each node hears of all:
/// latency * ceil(log2(nodes)).
void meet_ranks();
/// The same.
/// @return  the texts of all ranks; valid until the next but one call
const std::vector<std::string>& meet_ranks(int rank, const std::string& text);

}  // namespace tasuki::runtime::detail
