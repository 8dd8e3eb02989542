#include "drivers/experiment/experiment.hpp"

#include <optional>

#include "drivers/common/options.hpp"
#include "drivers/common/routes.hpp"
#include "drivers/common/run_trace.hpp"
#include "drivers/common/settings.hpp"
#include "drivers/common/time_spent.hpp"
#include "drivers/experiment/dry_run.hpp"
#include "io/atomic_file.hpp"
#include "io/json_output.hpp"
#include "io/print.hpp"
#include "json/json.hpp"
#include "runtime/core/log.hpp"
#include "runtime/mpi/ranks.hpp"
#include "simulation/simulation.hpp"

namespace tasuki::drivers {

void add_result_options(CLI::App& command, ResultOptions& options,
                        const std::string& recorded) {
    add_trace_options(command, options.trace, recorded);
    add_json_option(command, options.json);
    add_flag(command, "--dry-run", options.dry_run,
             "memory that the run needs and that there is, without the run");
}

void add_share_option(CLI::App& command, ExperimentOptions& options) {
    add_option(command, "--placement", options.placement,
               "where to compute: gpu, cpu, split:F (fraction F on the CPU; "
               "split:auto measures it), or dynamic (shares follow the "
               "measured speeds)");
}

trace::NameOfPart Experiment::name_of_part() const {
    return name_nothing;
}

void run_experiment(const CLI::App& command, const ResultOptions& options,
                    Experiment& experiment) {
    TimeSpent spent;
    const runtime::Ranks& ranks = runtime::mpi_ranks();
    const auto settings = settings_of(command);
    io::check_agreement(ranks, settings, kFreeOptions);
    if (printed_policies(settings, ranks)) return;
    experiment.check();
    experiment.plan(ranks);
    const MemoryNeed need = experiment.memory(ranks);
    const auto demands = survey_memory(ranks, need);
    if (options.dry_run && ranks.is_first())
        show_memory(need, demands, ranks.size(), options.json);
    check_memory(ranks, need, demands);
    if (options.dry_run) return;
    experiment.make_input(ranks);
    std::optional<RunTrace> trace;
    if (options.trace.wanted()) trace.emplace(options.trace, ranks);
    spent.end("input");
    experiment.run(trace ? &trace->recorder() : nullptr);
    spent.end_run(experiment.run_times());
    const auto routes = routes_of_ranks(ranks);
    if (ranks.is_first())
        for (const auto& route : routes)
            if (speed_of(route))
                runtime::logger().info("arrays from {}", describe(route));
    const bool prints = options.json != "-";
    if (ranks.is_first()) {
        experiment.write_files();
        spent.end("files");
        if (prints) {
            experiment.print();
            if (!runtime::simulates())
                io::print("  whole run   {}\n", spent.text());
            io::flush_stdout();
        }
        if (!options.json.empty()) {
            auto json = experiment.json();
            // Who started them wants to know whether they found each other.
            if (!json.contains("ranks")) json["ranks"] = ranks.size();
            if (!routes.empty()) json["routes"] = routes_json(routes);
            if (!runtime::simulates()) json["seconds_spent"] = spent.json();
            io::write_json(options.json, json);
        }
    }
    // The result is out before the trace is written: a trace that cannot be
    // written must not take the result with it.
    if (trace)
        trace->finish(experiment.title(), experiment.trace_cost(),
                      experiment.name_of_part(), prints);
}

}  // namespace tasuki::drivers
