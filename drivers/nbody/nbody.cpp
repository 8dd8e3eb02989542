// `tasuki nbody`: a system of bodies under its own gravity.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "drivers/common/machine_options.hpp"
#include "drivers/common/run_trace.hpp"
#include "drivers/drivers.hpp"
#include "drivers/nbody/options.hpp"
#include "drivers/nbody/plan.hpp"
#include "drivers/nbody/report.hpp"
#include "drivers/nbody/run.hpp"
#include "io/atomic_file.hpp"
#include "io/json_output.hpp"

namespace tasuki::drivers {

namespace {

void run(const NbodyOptions& options) {
    const runtime::Ranks& ranks = runtime::Ranks::instance();
    runtime::check_agreement(ranks, common_settings(options));
    if (printed_policies(options.policy, ranks)) return;
    check_nbody_options(options);
    if (ranks.is_first()) io::check_json_target(options.json);
    const auto plan = make_plan(options, ranks);
    check_window(options.trace, plan.steps());
    std::optional<RunTrace> trace;
    if (options.trace.wanted()) trace.emplace(options.trace, ranks);
    const auto result =
        run_nbody(options, plan, trace ? &trace->recorder() : nullptr);
    if (ranks.is_first()) {
        if (options.json != "-") {
            print_summary(plan, result);
            io::flush_stdout();
        }
        if (!options.json.empty())
            io::write_json(options.json, nbody_json(plan, result));
    }
    // A trace that cannot be written does not take the result with it.
    if (!trace) return;
    trace->finish(
        fmt::format("N-body, {}, {} precision, placement {}, policy {}",
                    describe_bodies(plan.begin), plan.begin.precision,
                    result.placement, result.policy),
        result.trace_cost, name_nothing, options.json != "-");
}

}  // namespace

void add_nbody(CLI::App& app) {
    auto options = std::make_shared<NbodyOptions>();
    auto& command = add_command(app, "nbody");
    add_nbody_options(command, *options);
    command.callback([options] { run(*options); });
}

}  // namespace tasuki::drivers
