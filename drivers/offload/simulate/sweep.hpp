// A command on variations of a machine: how much faster it is when CPUs help.
#pragma once

#include <functional>
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

/// Simulates the command on machines that differ in their CPUs alone: on GPUs
/// alone, once, and on each machine in these placements, in which CPUs may have
/// work.  All have the fastest run in which CPUs computed nothing: the order of
/// tasks that a policy comes to differs.
/// @param command    words of `tasuki simulate`, without a placement
/// @param begin_one  called before each machine
/// @throws Error     as the simulation that failed, with its words
std::vector<Cell> run_cells(
    const std::vector<io::machines::MachineFile>& machines,
    const std::string& command, const std::vector<std::string>& placements,
    const std::function<void()>& begin_one);

}  // namespace tasuki::drivers::offload
