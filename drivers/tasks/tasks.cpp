// `tasuki tasks`: scheduling policies on graphs that are not of our physics, on
// this machine.

#include "drivers/common/machine_options.hpp"
#include "drivers/common/options.hpp"
#include "drivers/drivers.hpp"
#include "drivers/tasks/graphs/imitated.hpp"
#include "drivers/tasks/graphs/rows.hpp"
#include "io/json_output.hpp"
#include "io/print.hpp"
#include "json/json.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/resources.hpp"
#include "simulation/simulation.hpp"

namespace tasuki::drivers {

namespace {

void run(const TasksOptions& o) {
    if (runtime::simulates())
        throw runtime::UnavailableError(
            "this build simulates: `tasuki simulate tasks`");
    const auto graph = parse_task_graph(o.graph, imitated_machine());
    const auto rows = run_rows(imitated_machine(), graph, o);
    if (o.json != "-") {
        const auto& any = rows.all.front().result;
        io::print(
            "graph {}, {} iterations on {} CPU workers and {} GPUs; all "
            "results are right\n",
            o.graph, o.iterations, any.cpus, any.gpus);
        print_rows(rows);
    }
    if (!o.json.empty())
        io::write_json(o.json, {{"graph", o.graph},
                                {"placement", o.placement},
                                {"iterations", o.iterations},
                                {"rows", to_json(rows)}});
}

}  // namespace

void add_tasks(CLI::App& app) {
    auto [command, o] = add_command(app, "tasks", run);
    set_footer(command,
               "Kernels compute nothing but a hash of what they read, for as "
               "long as they would take on 16 cores of 40 GFLOP/s and 10 GB/s "
               "and a GPU of 24 TFLOP/s and 3 TB/s. Transfers are those of "
               "this machine.");
    add_tasks_options(command, o, "");
    add_json_option(command, o.json);
}

}  // namespace tasuki::drivers
