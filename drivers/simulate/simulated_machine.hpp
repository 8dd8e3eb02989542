// The machine of a simulation, and how results say that they are simulated.
#pragma once

#include <string>
#include <string_view>

#include "drivers/common/cli_fwd.hpp"
#include "io/machines/machine_file.hpp"
#include "runtime/core/context.hpp"
#include "simulation/simulation.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers {

struct SimulatedMachine {
    io::machines::MachineFile file;
    std::string path;  ///< of the file, as the user named it
};

/// The first line of every table.
inline constexpr std::string_view kSimulatedBanner =
    "SIMULATED: no kernel was executed, nothing was measured";

/// Adds --machine, which is required.
void add_machine_file_option(CLI::App& command, std::string& path);

/// @throws UnavailableError  this build computes
/// @throws InputError        the file is no machine
SimulatedMachine read_simulated_machine(const std::string& path);

/// Prints the banner, the machine, the origin of its rates, how they become
/// times, and what is between the nodes of several ranks.
void print_simulated(const SimulatedMachine& machine,
                     const runtime::RanksOnNodes& ranks = {});

/// "simulated on NAME: TITLE"
std::string simulated_title(const SimulatedMachine& machine,
                            const std::string& title);

/// What a worker has of its processor.
runtime::Rates rates_of(const runtime::Worker& worker,
                        const runtime::Machine& machine);

/// The object `simulated` of a result.
Json simulated_json(const SimulatedMachine& machine,
                    const runtime::RanksOnNodes& ranks = {});

}  // namespace tasuki::drivers
