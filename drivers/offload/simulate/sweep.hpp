// A command on variations of a machine: how much faster it is when CPUs help.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "io/machines/machine_file.hpp"

namespace tasuki::drivers::offload {

/// A run of the command in a placement.
struct Timed {
    std::string placement;
    double seconds;
};

/// A machine, and the command on it.
struct Cell {
    double bandwidth_ratio;  ///< of a GPU's memory over the host's
    double link_percent;     ///< bandwidth to the host over a GPU's memory's
    Timed without;           ///< the fastest run in which CPUs computed nothing
    Timed with;  ///< the fastest other one; without any, no placement

    bool has_cpus() const { return !with.placement.empty(); }
    /// Speed with CPUs over that without [%].
    double speed_percent() const {
        return has_cpus() ? 100 * without.seconds / with.seconds : 100;
    }
};

/// With CPU and link of other speeds: bandwidth and peaks of the CPU change
/// alike.
io::machines::MachineFile varied(const io::machines::MachineFile& file,
                                 double bandwidth_ratio, double link_percent);

/// Simulates the command on the machine, on its GPUs alone and in these
/// placements, in which CPUs may have work.
/// @param command  words of `tasuki simulate`, without a placement
/// @throws Error   as the simulation that failed, with its words
Cell run_cell(const io::machines::MachineFile& file, const std::string& command,
              const std::vector<std::string>& placements);

/// Gives machines that differ in their CPUs alone the fastest of their runs in
/// which CPUs computed nothing: the order of tasks that a policy comes to
/// differs.
void share_fastest(std::span<Cell> cells);

}  // namespace tasuki::drivers::offload
