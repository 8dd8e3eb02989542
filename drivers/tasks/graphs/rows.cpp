#include "drivers/tasks/graphs/rows.hpp"

#include <fmt/format.h>

#include <limits>

#include "drivers/common/options.hpp"
#include "io/atomic_file.hpp"
#include "io/print.hpp"
#include "json/json.hpp"
#include "runtime/core/devices.hpp"
#include "runtime/policy/policies.hpp"
#include "simulation/simulation.hpp"

namespace tasuki::drivers {

namespace {

/// Within its kind of worker a task is placed by dmdas.
std::vector<Row> try_placements(const runtime::Machine& machine,
                                const TaskGraph& graph) {
    constexpr int kIterations = 4;  // the first moves data
    const auto run = [&](const std::string& placement) {
        return Row{"static: " + placement,
                   run_graph_apart(machine, graph, "dmdas",
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

}  // namespace

void add_tasks_options(CLI::App& command, TasksOptions& o,
                       const std::string& oracle) {
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
    add_flag(command, "--oracle,!--no-oracle", o.oracle,
             oracle +
                 "try every placement that gives each kernel one kind of "
                 "worker; the loss of a policy is against the best of them, "
                 "or without this, and where there is no GPU, against the "
                 "best policy");
}

double Rows::reference() const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < (placements > 0 ? placements : all.size()); ++k)
        least = std::min(least, all[k].result.steady());
    return least;
}

Rows run_rows(const runtime::Machine& machine, const TaskGraph& graph,
              const TasksOptions& o) {
    for (const auto& policy : o.policies) runtime::check_policy(policy);
    const auto places = Places::parse(o.placement, graph.kernels);
    Rows rows{{}, 0};
    // Without a GPU there is one placement.
    if (o.oracle && (runtime::simulates() || !runtime::gpu_devices().empty()))
        rows.all = try_placements(machine, graph);
    rows.placements = rows.all.size();
    for (const auto& policy : o.policies)
        rows.all.push_back({policy, run_graph_apart(machine, graph, policy,
                                                    places, o.iterations)});
    return rows;
}

void print_rows(const Rows& rows) {
    io::print("  {:<12} {:>10} {:>10} {:>8} {:>8}  {}\n", "policy",
              "first [ms]", "then [ms]", "settled", "loss [%]", "on CPUs");
    const double reference = rows.reference();
    for (const auto& [policy, result] : rows.all)
        io::print("  {:<12} {:>10.3f} {:>10.3f} {:>8} {:>+8.1f}  {}\n", policy,
                  1e3 * result.seconds.front(), 1e3 * result.steady(),
                  result.settled(), 100 * (result.steady() / reference - 1),
                  parts(result.cpu_part));
    io::flush_stdout();
}

Json to_json(const Rows& rows) {
    auto json = Json::array();
    for (const auto& [policy, result] : rows.all)
        json.push_back({{"policy", policy},
                        {"seconds", result.seconds},
                        {"seconds_steady", result.steady()},
                        {"settled", result.settled()},
                        {"cpu_part", result.cpu_part}});
    return json;
}

}  // namespace tasuki::drivers
