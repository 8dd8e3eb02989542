// Policies and placements of one graph, as lines of a table.
#pragma once

#include <string>
#include <vector>

#include "drivers/common/cli_fwd.hpp"
#include "drivers/tasks/graphs/cell.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers {

struct TasksOptions {
    std::string graph{"cholesky:16x2048"}, placement{"dynamic"}, json{};
    std::vector<std::string> policies{"feedback",   "dmda", "dmdas",  "dmdasd",
                                      "heteroprio", "lws",  "random", "eager"};
    int iterations = 40;
    bool oracle = true;
};

/// Adds all but --json.
/// @param oracle  what --oracle finds, beside trying placements
void add_tasks_options(CLI::App& command, TasksOptions& options,
                       const std::string& oracle);

struct Row {
    std::string policy;  ///< or the placement
    CellResult result;
};

/// With `oracle`, all on GPUs first, then the best of all placements by kernel;
/// then the policies.
struct Rows {
    std::vector<Row> all;
    std::size_t placements;  ///< of them

    /// Time of the best placement, without one of the best policy [s].
    double reference() const;
};

/// @throws UsageError  a policy or placement that there is not
/// @throws FaultError  a run failed, and why
Rows run_rows(const runtime::Machine& machine, const TaskGraph& graph,
              const TasksOptions& options);

/// With the heads of its columns.
void print_rows(const Rows& rows);

Json to_json(const Rows& rows);

}  // namespace tasuki::drivers
