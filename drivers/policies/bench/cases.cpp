#include "drivers/policies/bench/cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "drivers/compare/matrix.hpp"
#include "drivers/compare/run.hpp"
#include "drivers/compare/simulated_subject.hpp"
#include "drivers/compare/store.hpp"
#include "drivers/tasks/graphs/cell.hpp"
#include "drivers/tasks/graphs/imitated.hpp"
#include "io/machines/machine_file.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers::policies {

namespace {

using compare::Cell, compare::CellResult;
using Cells = std::vector<Cell>;
using runtime::ExitCode;

/// Within its kind of worker dmdas places a task by its priority and time.
constexpr const char* kWithin = "dmdas";
/// Where tasks are small, the cost of a policy and the order of tasks count
/// too.
constexpr const char* kWithinAlso = "dmdas,dmda,lws";

/// Process by process, so that a slow minute is not that of one policy.
Cells repeat(const Cells& cells, int processes) {
    Cells all;
    for (int process = 1; process <= processes; ++process)
        for (Cell cell : cells) {
            cell.process = process;
            all.push_back(std::move(cell));
        }
    return all;
}

Cells cells_of(const compare::Experiment& e, const Graph& graph,
               const std::string& policies, const std::string& placements) {
    compare::Axes axes;
    axes.problem = graph.problem;
    axes.ranks = std::to_string(graph.ranks);
    axes.policies = policies;
    axes.placements = placements;
    return compare::make_matrix(
               *e.subject, compare::with_defaults(*e.subject, axes, e.gpus()))
        .cells;
}

/// One of `tasuki tasks`, with these placements.
Cells placed(const Cell& any, const std::vector<std::string>& placements) {
    Cells cells;
    for (const auto& placement : placements) {
        cells.push_back(any);
        cells.back().policy = kWithin;
        cells.back().placement = placement;
    }
    return cells;
}

/// The placement with the tasks of one kernel divided in steps instead.
std::vector<std::string> divided(const std::string& placement,
                                 const std::vector<std::string>& kernels) {
    std::vector<std::string> all;
    for (const auto& kernel : kernels)
        for (int tenths = 1; tenths < 10; ++tenths)
            all.push_back(fmt::format("{},{}=0.{}", placement, kernel, tenths));
    return all;
}

/// @param machine  file; empty: this one
TaskGraph graph_of(const Graph& graph, const std::string& machine) {
    return parse_task_graph(graph.text,
                            machine.empty()
                                ? imitated_machine()
                                : io::machines::read_machine(machine).machine);
}

/// A simulation with a policy of StarPU gives the same numbers again, and
/// static placements vary less than policies: they have less time.
int processes_of_placement(const compare::Experiment& e, int processes) {
    return e.subject->simulated ? 1 : std::min(processes, 3);
}

std::string policy_of(const Cell& cell) {
    return cell.policy;
}

/// With the policy within it, if that is not the usual one.
std::string placement_of(const Cell& cell) {
    return cell.policy == kWithin ? cell.placement
                                  : cell.placement + " by " + cell.policy;
}

/// What the folder has of these cells, by their names.
std::vector<Measured> measured(const Cells& cells,
                               const std::vector<CellResult>& results,
                               std::string (*name_of)(const Cell&),
                               bool has_iterations) {
    std::map<std::string, const CellResult*> there;
    for (const auto& result : results) there[key(result.cell)] = &result;
    std::vector<Measured> all;
    for (const auto& cell : cells) {
        const auto found = there.find(key(cell));
        if (found == there.end()) continue;
        const auto name = name_of(cell);
        auto at = std::ranges::find(all, name, &Measured::name);
        if (at == all.end()) at = all.insert(at, Measured{name, {}});
        at->seconds.push_back(found->second->seconds);
        if (has_iterations)
            at->iterations.push_back(found->second->all_seconds);
    }
    return all;
}

/// Runs cells, and takes in what the folder has of them.
class Runner {
  public:
    Runner(CaseRun& run, const Settings& settings,
           const std::filesystem::path& folder)
        : run_{run}, settings_{settings}, folder_{folder} {}

    std::vector<CellResult> operator()(const Cells& cells) {
        auto experiment = run_.experiment;
        experiment.planned = cells;
        compare::Store store{folder_.string(), experiment,
                             settings_.fresh && is_first_
                                 ? compare::Earlier::discard
                                 : compare::Earlier::keep};
        is_first_ = false;
        const auto end = run_matrix({cells, {}}, store, settings_.limit);
        run_.exit_code = std::max(run_.exit_code, end.exit_code);
        std::set<std::string> keys;
        for (const auto& cell : cells) keys.insert(key(cell));
        for (const auto& failure : store.failures())
            if (keys.contains(key(failure.cell)))
                run_.failures.push_back(failure);
        return store.results();
    }

  private:
    CaseRun& run_;
    const Settings& settings_;
    const std::filesystem::path& folder_;
    bool is_first_ = true;
};

}  // namespace

Plan plan_case(const std::string& machine, const Graph& graph,
               const Settings& s) {
    if (!machine.empty() && graph.subject->is_program())
        throw runtime::UnavailableError(fmt::format(
            "--program {}: a program cannot be simulated: leave out --machines",
            graph.text));
    const auto& subject =
        machine.empty() ? *graph.subject
                        : compare::simulated_subject(*graph.subject, machine);
    const int repetitions = graph.is_of_tasks() ? s.iterations : 9;
    Plan plan{machine,
              compare::find_experiment(subject, repetitions, s.command),
              graph,
              {},
              {}};
    if (plan.experiment.gpus() == 0)
        throw runtime::UnavailableError(fmt::format(
            "{}: expected a machine with GPUs, where a policy has a choice; "
            "found none{}",
            machine.empty() ? "this machine" : machine,
            machine.empty() ? ": give --machines" : ""));
    try {
        plan.policies = cells_of(plan.experiment, graph, s.policies, "dynamic");
    } catch (const runtime::UsageError& e) {
        throw runtime::UsageError(  // the options of `compare` have other names
            fmt::format("--graphs {}: {}", graph.text, e.what()));
    }
    if (graph.is_of_tasks())
        plan.placements =
            placed(plan.policies.front(),
                   placements_by_kernel(graph_of(graph, machine).kernels));
    else
        plan.placements =
            cells_of(plan.experiment, graph,
                     graph.is_shared ? kWithin : kWithinAlso, graph.placements);
    return plan;
}

CaseRun run_case(const Plan& plan, const Settings& s,
                 const std::filesystem::path& folder) {
    CaseRun run{{plan.machine, plan.graph.text, {}, {}},
                plan.experiment,
                {},
                ExitCode::done};
    Runner runner{run, s, folder};
    const int processes = processes_of_placement(plan.experiment, s.processes);
    auto placements = repeat(plan.placements, processes);
    auto results = runner(placements);
    const bool has_iterations = plan.graph.is_of_tasks();
    run.found.placements =
        measured(placements, results, placement_of, has_iterations);
    std::string best;
    // From a placement that no single kernel improves there is no further step.
    for (int pass = 0; has_iterations && pass < s.divisions; ++pass) {
        const auto* oracle = run.found.oracle();
        if (!oracle || oracle->name == best) break;
        best = oracle->name;
        const auto more = repeat(
            placed(plan.policies.front(),
                   divided(best, graph_of(plan.graph, plan.machine).kernels)),
            processes);
        results = runner(more);
        placements.insert(placements.end(), more.begin(), more.end());
        run.found.placements =
            measured(placements, results, placement_of, has_iterations);
    }
    if (has_iterations && !plan.machine.empty()) {
        const auto machine = io::machines::read_machine(plan.machine).machine;
        run.found.bound =
            bound_of(machine, parse_task_graph(plan.graph.text, machine));
    }
    const auto policies = repeat(plan.policies, s.processes);
    results = runner(policies);
    run.found.policies = measured(policies, results, policy_of, has_iterations);
    return run;
}

}  // namespace tasuki::drivers::policies
