// `tasuki simulate tasks`: scheduling policies on graphs that are not of our
// physics, on machines that are not here.
#include <fmt/format.h>

#include <optional>

#include "drivers/common/machine_options.hpp"
#include "drivers/common/options.hpp"
#include "drivers/drivers.hpp"
#include "drivers/simulate/simulated_machine.hpp"
#include "drivers/tasks/graphs/rows.hpp"
#include "io/json_output.hpp"
#include "io/print.hpp"
#include "json/json.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers {

namespace {

struct Options : TasksOptions {
    std::string machine;
};

void print_head(const Options& o, const std::string& machine,
                const CellResult& any, const std::optional<Bound>& bound) {
    io::print("{}\n", kSimulatedBanner);
    io::print("  machine    {} ({}): {} CPU workers, {} GPUs\n", machine,
              o.machine, any.cpus, any.gpus);
    io::print("  graph      {}, {} iterations\n", o.graph, o.iterations);
    if (bound)
        io::print(
            "  bound      {:.3f} ms: {:.3f} ms by the work of all workers, "
            "{:.3f} ms by the critical path\n",
            1e3 * bound->seconds(), 1e3 * bound->area,
            1e3 * bound->critical_path);
}

void run(const Options& o) {
    const auto machine = read_simulated_machine(o.machine);
    const auto& file = machine.file;
    if (!file.machine.gpu)
        throw runtime::UsageError(o.machine + ": expected a machine with GPUs");
    const auto graph = parse_task_graph(o.graph, file.machine);
    const auto rows = run_rows(file.machine, graph, o);
    std::optional<Bound> bound;
    if (o.oracle) bound = bound_of(file.machine, graph);
    if (o.json != "-") {
        print_head(o, file.machine.name, rows.all.front().result, bound);
        print_rows(rows);
    }
    if (o.json.empty()) return;
    Json json{{"simulated", simulated_json(machine)},
              {"graph", o.graph},
              {"placement", o.placement},
              {"iterations", o.iterations},
              {"rows", to_json(rows)}};
    if (bound) json["bound"] = json_of(*bound);
    io::write_json(o.json, json);
}

}  // namespace

void add_simulate_tasks(CLI::App& group) {
    auto [command, o] = add_command(group, "tasks", run);
    add_machine_file_option(command, o.machine);
    add_tasks_options(command, o, "find a lower bound, and ");
    add_json_option(command, o.json);
}

}  // namespace tasuki::drivers
