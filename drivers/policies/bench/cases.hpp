// Runs the cells of one graph on one machine, each as a process of its own, in
// a folder like that of `tasuki compare`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "drivers/compare/cell_result.hpp"
#include "drivers/compare/experiment.hpp"
#include "drivers/policies/bench/graphs.hpp"
#include "drivers/policies/bench/regret.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers::policies {

struct Settings {
    std::string policies;  ///< separated by commas
    int processes;         ///< of each policy
    int iterations;        ///< of a graph of `tasuki tasks`
    int divisions;         ///< times that a kernel is divided
    int limit;             ///< of a cell [s]
    bool fresh;            ///< discard what the folder has
    std::string command;   ///< makes the same folder
};

/// What became of it.
struct CaseRun {
    Case found;
    compare::Experiment experiment;
    std::vector<compare::CellFailure> failures;
    runtime::ExitCode exit_code;  ///< the gravest
};

/// The cells that are known before one has run.
struct Plan {
    std::string machine;  ///< file; empty: this one
    compare::Experiment experiment;
    Graph graph;
    std::vector<compare::Cell> policies, placements;
};

/// @param machine  file of a machine to simulate; empty: this one
/// @throws UsageError        a size or policy that there is not
/// @throws UnavailableError  the machine has no GPU, a program is to be
///                           simulated, or the build does not simulate
/// @throws InputError        the file is no machine
Plan plan_case(const std::string& machine, const Graph& graph,
               const Settings& settings);

/// Runs what the folder has not got.  Where placements are by kernel, also
/// divides the tasks of one kernel of the best placement in steps, up to
/// `divisions` times as long as that improves it.
/// @throws UsageError  the folder has other cells
CaseRun run_case(const Plan& plan, const Settings& settings,
                 const std::filesystem::path& folder);

}  // namespace tasuki::drivers::policies
