// What the commands of `tasuki compare` that run cells share.
#pragma once

#include <string>

#include "drivers/common/options.hpp"
#include "drivers/compare/experiment.hpp"
#include "drivers/compare/matrix.hpp"

namespace tasuki::drivers::compare {

struct RunOptions {
    int repetitions;   ///< 0: the program's own
    int limit = 1800;  ///< of a cell [s]
    std::string out{};
    bool fresh = false;
    bool dry_run = false;
    bool traces = false;
};

/// All but --repetitions.
void add_run_options(CLI::App& command, RunOptions& options);

/// Runs what the folder has not got, and writes the report.
/// @param experiment  without commands and planned cells
/// @param axes        no default is left
/// @param command     makes the same folder, also when defaults have changed
/// @throws Error  with the code of the gravest failure, once all cells have run
void run_comparison(const RunOptions& options, Experiment experiment,
                    const Axes& axes, const std::string& command);

}  // namespace tasuki::drivers::compare
