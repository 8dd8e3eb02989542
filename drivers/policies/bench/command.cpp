// `tasuki bench policies`: scheduling policies on graphs and machines, each
// with its regret.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "drivers/common/options.hpp"
#include "drivers/compare/cell.hpp"
#include "drivers/compare/patterns.hpp"
#include "drivers/drivers.hpp"
#include "drivers/policies/bench/report.hpp"
#include "io/atomic_file.hpp"
#include "io/folders.hpp"
#include "io/json_output.hpp"
#include "io/print.hpp"
#include "json/json.hpp"
#include "runtime/core/error.hpp"
#include "runtime/policy/policies.hpp"

namespace tasuki::drivers {

namespace {

namespace fs = std::filesystem;
using runtime::UsageError;

struct Options {
    std::vector<std::string> machines, programs;
    std::string graphs{}, out{};
    std::string policies{
        "feedback,dmda,dmdas,dmdasd,heteroprio,modular-heft,lws,peager,"
        "random"};
    int processes = 0, iterations = 40, divisions = 3, limit = 1800;
    bool fresh = false;
};

constexpr int kProcesses = 10, kSimulatedProcesses = 2;

/// Of a file its name without .json; it becomes the name of a folder.
std::string machine_name(const std::string& file) {
    return file.empty() ? "here" : fs::path{file}.stem().string();
}

/// The command that makes the same folder.
std::string command_again(const Options& o) {
    std::string text = "tasuki bench policies";
    if (!o.machines.empty())
        text += fmt::format(" --machines {}",
                            compare::shell_line({fmt::format(
                                "{}", fmt::join(o.machines, ","))}));
    for (const auto& program : o.programs)
        text += fmt::format(" --program {}", compare::shell_line({program}));
    if (!o.graphs.empty())
        text += fmt::format(" --graphs {}", compare::shell_line({o.graphs}));
    return text + fmt::format(
                      " --policies {} --processes {} --iterations {} "
                      "--divisions {} --out DIR",
                      compare::shell_line({o.policies}), o.processes,
                      o.iterations, o.divisions);
}

void check_folder(const fs::path& folder) {
    std::error_code ignored;
    if (!fs::exists(folder, ignored) || fs::is_empty(folder, ignored)) return;
    if (!fs::exists(folder / "policies.json", ignored))
        throw UsageError(fmt::format(
            "--out {}: expected a new or empty folder, or one of tasuki bench "
            "policies; found something without policies.json",
            folder.string()));
}

/// @throws UsageError  one is no policy, or the text no list
std::vector<std::string> read_policies(const std::string& text) {
    const auto known = runtime::policy_names();
    auto policies = compare::expand_patterns(text, "--policies");
    for (const auto& policy : policies)
        if (std::ranges::find(known, policy) == known.end())
            throw UsageError(
                fmt::format("--policies: expected some of {}, found '{}'",
                            fmt::join(known, ", "), policy));
    return policies;
}

void write_results(const fs::path& folder, const policies::Results& results) {
    io::write_json((folder / "policies.json").string(), to_json(results));
    io::write_file((folder / "report.html").string(), to_html(results));
}

struct Planned {
    std::string machine;  ///< name
    policies::Plan plan;
};

/// All of them before one runs: what is wrong is said at once.
std::vector<Planned> plan_all(const Options& o,
                              const policies::Settings& settings) {
    auto machines = o.machines;
    if (machines.empty()) machines.emplace_back();
    std::vector<policies::Graph> graphs;
    if (!o.graphs.empty()) graphs = policies::parse_graphs(o.graphs);
    for (const auto& program : o.programs)
        graphs.push_back(policies::program_graph(program, 1));
    std::vector<Planned> all;
    for (const auto& machine : machines) {
        if (std::ranges::count(machines, machine_name(machine), machine_name) >
            1)
            throw UsageError(fmt::format(
                "--machines {}: another file has the same name; rename one, "
                "as results have the name",
                machine));
        for (const auto& graph : graphs)
            all.push_back({machine_name(machine),
                           policies::plan_case(machine, graph, settings)});
    }
    return all;
}

void bench_policies(const Options& given) {
    Options o = given;
    const bool simulated = !o.machines.empty();
    if (o.graphs.empty() && o.programs.empty())
        o.graphs = policies::default_graphs();
    if (o.processes == 0)
        o.processes = simulated ? kSimulatedProcesses : kProcesses;
    const policies::Settings settings{
        o.policies, o.processes, o.iterations,    o.divisions,
        o.limit,    o.fresh,     command_again(o)};
    check_folder(o.out);
    const auto names = read_policies(o.policies);
    const auto planned = plan_all(o, settings);
    policies::Results results{
        {}, {}, {}, names, o.processes, planned.size(), settings.command};
    io::create_folders(o.out);
    // Should this be interrupted, an older report must not pass for its own.
    write_results(o.out, results);
    auto exit_code = runtime::ExitCode::done;
    for (const auto& [machine, plan] : planned) {
        auto run = policies::run_case(
            plan, settings,
            fs::path{o.out} / machine / compare::file_name(plan.graph.text));
        run.found.machine = machine;
        exit_code = std::max(exit_code, run.exit_code);
        results.cases.push_back(std::move(run.found));
        results.experiments.push_back(std::move(run.experiment));
        std::ranges::move(run.failures, std::back_inserter(results.failures));
        if (results.cases.size() == 1) {
            if (simulated)
                io::print(
                    "SIMULATED: no kernel was executed, nothing was "
                    "measured\n");
            policies::print_case_head(results.policies);
        }
        policies::print_case(results.cases.back(), results.policies);
        write_results(o.out, results);
    }
    policies::print_summary(results);
    io::print("{} cases; {}\n", results.cases.size(),
              (fs::path{o.out} / "report.html").string());
    if (!results.failures.empty())
        throw runtime::Error(
            exit_code, fmt::format("{} cells failed; the report names them",
                                   results.failures.size()));
}

}  // namespace

void add_bench_policies(CLI::App& bench) {
    auto [command, o] = add_command(bench, "policies", bench_policies);
    set_footer(
        command,
        "Regret is the time of a policy over that of the fastest static "
        "placement that was found, less one. A second run with the same DIR "
        "goes on where the first one ended.");
    add_option(command, "--machines", o.machines,
               "files of machines to simulate, as machines/*.json, separated "
               "by commas (default: compute on this machine)")
        .value_name("FILES")
        .reads();
    add_option(command, "--graphs", o.graphs,
               "task graphs, NAME or NAME:SIZE, separated by commas: wilson, "
               "solve, nbody, sht, or one of `tasuki tasks`; NAME:SIZE@RANKS "
               "of the first two on several ranks, with a GPU each (default: "
               "all, without --program)")
        .value_name("LIST");
    add_option(command, "--program", o.programs,
               "a program with its arguments as a further graph, "
               "'heat --blocks 6': with the options of Tasuki's programs; "
               "once for each")
        .value_name("LINE")
        .one_by_one();
    add_option(command, "--policies", o.policies,
               "scheduling policies, separated by commas; `tasuki devices` "
               "lists them")
        .value_name("LIST");
    add_option(command, "--processes", o.processes, Range{1, 1000},
               "processes of each policy, whose median counts (default: 10; "
               "with --machines 2, as simulations repeat)");
    add_option(command, "--iterations", o.iterations, Range{4, 100'000},
               "iterations of a graph of `tasuki tasks` in a process; the last "
               "quarter is the steady state");
    add_option(
        command, "--divisions", o.divisions, Range{0, 10},
        "times that one kernel of the best placement of such a graph is "
        "divided between CPUs and GPUs in steps of 0.1, to find a better "
        "one");
    add_option(command, "--limit", o.limit, Range{1, 1000000},
               "seconds after which a process is stopped, as failed");
    add_option(command, "--out", o.out, "folder for the cells and the report")
        .required();
    add_flag(command, "--fresh", o.fresh,
             "discard what the folder has from other runs");
}

}  // namespace tasuki::drivers
