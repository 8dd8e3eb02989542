// `tasuki sht`: spherical harmonic transforms.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "drivers/common/machine_options.hpp"
#include "drivers/common/run_trace.hpp"
#include "drivers/drivers.hpp"
#include "drivers/sht/options.hpp"
#include "drivers/sht/plan.hpp"
#include "drivers/sht/report.hpp"
#include "drivers/sht/run.hpp"
#include "io/atomic_file.hpp"
#include "io/json_output.hpp"
#include "runtime/context.hpp"

namespace tasuki::drivers {

namespace {

void run(const ShtOptions& options) {
    const runtime::Ranks& ranks = runtime::Ranks::instance();
    runtime::check_agreement(ranks, common_settings(options));
    if (printed_policies(options.policy, ranks)) return;
    check_sht_options(options);
    if (ranks.is_first()) {
        io::check_json_target(options.json);
        for (const auto* file : {&options.out, &options.map, &options.spectrum})
            if (!file->empty()) io::check_writable(*file);
    }
    const auto plan = make_sht_plan(options, ranks);
    std::optional<RunTrace> trace;
    if (options.trace.wanted()) trace.emplace(options.trace, ranks);
    const auto result =
        run_sht(options, plan, trace ? &trace->recorder() : nullptr);
    if (ranks.is_first()) {
        write_sht_files(options, plan, result);
        if (options.json != "-") {
            print_sht(options, plan, result);
            io::flush_stdout();
        }
        if (!options.json.empty())
            io::write_json(options.json, sht_json(options, plan, result));
    }
    // A trace that cannot be written does not take the result with it.
    if (!trace) return;
    trace->finish(
        fmt::format("Spherical harmonics, T{}, {} fields, data on the "
                    "{}, placement {}, policy {}",
                    plan.truncation, options.fields, options.data,
                    result.placement, result.policy),
        result.trace_cost, name_nothing, options.json != "-");
}

}  // namespace

void add_sht(CLI::App& app) {
    auto options = std::make_shared<ShtOptions>();
    auto& command = add_command(app, "sht");
    add_sht_options(command, *options);
    command.callback([options] { run(*options); });
}

}  // namespace tasuki::drivers
