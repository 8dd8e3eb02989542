// `tasuki simulate tasks`: scheduling policies on graphs that are not of our
// physics, on machines that are not here.
#include <fmt/format.h>

#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "drivers/common/machine_options.hpp"
#include "drivers/common/options.hpp"
#include "drivers/drivers.hpp"
#include "drivers/simulate/simulated_machine.hpp"
#include "drivers/tasks/simulate/cell.hpp"
#include "io/atomic_file.hpp"
#include "io/json_output.hpp"
#include "io/print.hpp"
#include "runtime/core/error.hpp"
#include "runtime/policy/policies.hpp"

namespace tasuki::drivers {

namespace {

struct Options {
    std::string machine, graph{"cholesky:16x2048"}, placement{"dynamic"},
        json{};
    std::vector<std::string> policies{"feedback",   "dmda", "dmdas",  "dmdasd",
                                      "heteroprio", "lws",  "random", "eager"};
    int iterations = 40;
    bool oracle = true;
};

struct Row {
    std::string policy;  ///< or the placement
    CellResult result;
};

/// All on GPUs first, then the best of all placements by kernel. Within its
/// kind of worker a task is placed by dmdas.
std::vector<Row> try_placements(const runtime::Machine& machine,
                                const TaskGraph& graph) {
    constexpr int kIterations = 4;  // the first moves data
    const auto run = [&](const std::string& placement) {
        return Row{"static: " + placement,
                   simulate_graph(machine, graph, "dmdas",
                                  Places::parse(placement, graph.kernels),
                                  kIterations)};
    };
    const auto placements = placements_by_kernel(graph.kernels);
    std::vector<Row> rows{run(placements.front())};
    Row best = rows[0];
    for (std::size_t k = 1; k < placements.size(); ++k) {
        Row row = run(placements[k]);
        if (row.result.steady() < best.result.steady()) best = std::move(row);
    }
    if (best.policy != rows[0].policy) rows.push_back(std::move(best));
    return rows;
}

std::string parts(const std::map<std::string, double>& cpu_part) {
    std::string text;
    for (const auto& [kernel, part] : cpu_part)
        if (part > 0)
            text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ",
                                kernel, 100 * part);
    return text.empty() ? "none" : text;
}

void print_row(const Row& row, double reference) {
    io::print("  {:<12} {:>10.3f} {:>10.3f} {:>8} {:>+8.1f}  {}\n", row.policy,
              1e3 * row.result.seconds.front(), 1e3 * row.result.steady(),
              row.result.settled(), 100 * (row.result.steady() / reference - 1),
              parts(row.result.cpu_part));
    io::flush_stdout();
}

nlohmann::ordered_json json_of(const Row& row) {
    return {{"policy", row.policy},
            {"seconds", row.result.seconds},
            {"seconds_steady", row.result.steady()},
            {"settled", row.result.settled()},
            {"cpu_part", row.result.cpu_part}};
}

void print_head(const Options& o, const std::string& machine, const Row& any,
                const std::optional<Bound>& bound) {
    io::print("{}\n", kSimulatedBanner);
    io::print("  machine    {} ({}): {} CPU workers, {} GPUs\n", machine,
              o.machine, any.result.cpus, any.result.gpus);
    io::print("  graph      {}, {} iterations\n", o.graph, o.iterations);
    if (bound)
        io::print(
            "  bound      {:.3f} ms: {:.3f} ms by the work of all workers, "
            "{:.3f} ms by the critical path\n",
            1e3 * bound->seconds(), 1e3 * bound->area,
            1e3 * bound->critical_path);
    io::print("  {:<12} {:>10} {:>10} {:>8} {:>8}  {}\n", "policy",
              "first [ms]", "then [ms]", "settled", "loss [%]", "on CPUs");
}

void run(const Options& o) {
    const auto machine = read_simulated_machine(o.machine);
    const auto& file = machine.file;
    for (const auto& policy : o.policies) runtime::check_policy(policy);
    if (!file.machine.gpu)
        throw runtime::UsageError(o.machine + ": expected a machine with GPUs");
    const auto graph = parse_task_graph(o.graph, file.machine);
    const auto places = Places::parse(o.placement, graph.kernels);
    std::vector<Row> rows;
    std::optional<Bound> bound;
    if (o.oracle) {
        bound = bound_of(file.machine, graph);
        rows = try_placements(file.machine, graph);
    }
    const std::size_t placements = rows.size();
    for (const auto& policy : o.policies)
        rows.push_back({policy, simulate_graph(file.machine, graph, policy,
                                               places, o.iterations)});
    double reference = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < (o.oracle ? placements : rows.size()); ++k)
        reference = std::min(reference, rows[k].result.steady());
    if (o.json != "-") {
        print_head(o, file.machine.name, rows.front(), bound);
        for (const Row& row : rows) print_row(row, reference);
    }
    if (o.json.empty()) return;
    nlohmann::ordered_json json{{"simulated", simulated_json(machine)},
                                {"graph", o.graph},
                                {"placement", o.placement},
                                {"iterations", o.iterations},
                                {"rows", nlohmann::ordered_json::array()}};
    if (bound) json["bound"] = json_of(*bound);
    for (const Row& row : rows) json["rows"].push_back(json_of(row));
    io::write_json(o.json, json);
}

}  // namespace

void add_simulate_tasks(CLI::App& group) {
    auto [command, o] = add_command(group, "tasks", run);
    add_machine_file_option(command, o.machine);
    add_option(command, "--graph", o.graph,
               "task graph: cholesky:TILESxSIDE, heat:BLOCKSxSIDE, "
               "independent:RATIOxTASKS (a GPU is RATIO times as fast as a "
               "core), forkjoin:WIDTHxSTAGES, tree:FRONTSxSEED, or of Task "
               "Bench PATTERN:RATIOxWIDTHxSTEPS with one of the patterns of "
               "`bench tasks`");
    add_option(command, "--sched", o.policies,
               "scheduling policies of StarPU, separated by commas; `tasuki "
               "devices` lists them");
    add_option(command, "--placement", o.placement,
               "where the tasks run: dynamic, or gpu or cpu for all kernels, "
               "then KERNEL=cpu, KERNEL=gpu or KERNEL=F, the part of its tasks "
               "that CPUs take: gpu,trsm=cpu,gemm=0.1");
    add_option(command, "--iterations,--repetitions", o.iterations,
               Range{1, 100'000},
               "number of iterations; the last quarter counts");
    add_flag(
        command, "--oracle,!--no-oracle", o.oracle,
        "find a lower bound, and try every placement that gives each kernel "
        "one kind of worker; the loss of a policy is against the best of them, "
        "or without this against the best policy");
    add_json_option(command, o.json);
}

}  // namespace tasuki::drivers
