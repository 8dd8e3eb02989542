// What all cells of a folder have in common; without it they are no comparison.
#pragma once

#include <string>
#include <vector>

#include "drivers/compare/cell.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers::compare {

struct Machine {
    std::string cpu;  ///< its model
    int logical_cpus;
    double memory_gb;  ///< of the host [10^9 B]
    std::vector<std::string> gpus;
};

struct Experiment {
    const Subject* subject;  ///< never null
    std::string version;     ///< of Tasuki, StarPU and the GPU toolkit
    /// CRC-32 of the executable: a version may be built more than once.
    std::string program;
    Machine machine;
    /// STARPU_*, OMP_* and OMPI_* of the environment as NAME=VALUE: they change
    /// what is measured.  Without those that only say where files are.
    std::vector<std::string> environment;
    int repetitions;
    std::vector<std::string> commands;  ///< that made the folder, oldest first
    /// All that these commands asked for: without one of them a report is a
    /// part.
    std::vector<Cell> planned{};

    int gpus() const { return static_cast<int>(machine.gpus.size()); }
};

/// CRC-32 of a file.
/// @throws UnavailableError  it cannot be read
std::string checksum_of(const std::string& path);

/// Of this process, on this machine; asks `tasuki devices`.  A simulated
/// subject has the machine of its file.
/// @throws UnavailableError  the subject's program is not built
/// @throws InputError        the file is no machine
/// @throws UnavailableError, FaultError  that failed, and why
Experiment find_experiment(const Subject& subject, int repetitions,
                           const std::string& command);

/// "another version: kept 0.1.0 ..., here 0.2.0 ..."; empty if the cells of
/// both can stand in one table.
std::string difference(const Experiment& kept, const Experiment& here);

Json to_json(const Experiment& experiment);

/// @throws UsageError  it has the format of another version
/// @throws Json::Error  it is no experiment
Experiment experiment_from_json(const Json& json);

}  // namespace tasuki::drivers::compare
