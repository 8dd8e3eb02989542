// What became of a cell: its figures, or why there are none.
#pragma once

#include <string>
#include <vector>

#include "drivers/compare/cell.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers::compare {

struct CellPhase {
    std::string name;
    long on_cpu, on_gpu;  ///< tasks of the timed part
    double seconds;       ///< busy, summed over the workers [s]
};

struct CellResult {
    Cell cell;
    std::string command;
    std::string blocks;  ///< that were used, also for kAutomatic
    std::string policy;  ///< likewise: STARPU_SCHED wins over the cell's
    /// Per unit of work [s]; of a cell with outputs with_outputs, once.
    double seconds, seconds_min, seconds_max;
    std::vector<double> all_seconds;  ///< of each repetition [s]
    double speed;                     ///< in the subject's unit
    /// Of a unit of work, until all outputs are written [s]; also of a cell
    /// without outputs.  NaN: the command does not say.
    double with_outputs;
    std::vector<double> columns;  ///< the subject's
    std::vector<CellPhase> phases;

    int gpus() const { return cell.ranks * cell.gpus; }
    double speed_min() const { return speed * seconds / seconds_max; }
    double speed_max() const { return speed * seconds / seconds_min; }
};

struct CellFailure {
    Cell cell;
    std::string command;
    int exit_code;       ///< -1 if a signal ended it
    int signal;          ///< 0 if none
    std::string reason;  ///< one line
    std::string said;    ///< the end of its stderr
};

/// "exit 3", "signal 9 (Killed)"
std::string how_it_ended(const CellFailure& failure);

/// What is kept of a cell that ended well.
/// @param result  the JSON of the command
Json kept_json(const Cell& cell, const std::string& command,
               const Json& result);

/// Reads what kept_json() made.
/// @param file  for messages
/// @throws InputError  something is missing, or no time or speed above 0
CellResult result_from_json(const Subject& subject, const Json& kept,
                            const std::string& file);

Json to_json(const CellFailure& failure);

/// @throws InputError
CellFailure failure_from_json(const Subject& subject, const Json& json,
                              const std::string& file);

}  // namespace tasuki::drivers::compare
