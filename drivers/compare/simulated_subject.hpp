// A comparison on a machine that is not here: every cell is simulated.
#pragma once

#include <string>
#include <vector>

#include "drivers/compare/cell.hpp"
#include "drivers/compare/experiment.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers::compare {

/// The subject with every cell on the machine of a file.
/// @param file            as the user named it; cells read it again
/// @param ranks_per_node  of cells with several ranks
/// @return                lives as long as the process
/// @throws UnavailableError  this build computes
/// @throws InputError        the file is no machine
const Subject& simulated_subject(const Subject& real, const std::string& file,
                                 int ranks_per_node = 1);

/// CPUs, memory and GPUs of the file of a simulated subject.
/// @throws InputError  the file is no machine any more
Machine simulated_machine(const Subject& subject);

/// @param work  without policy and placement
/// @throws UnavailableError  the subject is simulated, and one of its cells
///                           cannot be: names the option
void check_simulated(const Cell& work);

/// "SIMULATED on NAME (FILE): ..."; empty for a subject that computes.
std::string simulation_banner(const Subject& subject);

/// What experiment.json keeps of a simulated subject.
Json simulation_json(const Subject& subject);

/// @throws Json::Error  it is no simulation_json()
const Subject& simulated_from_json(const Subject& real, const Json& json);

}  // namespace tasuki::drivers::compare
