// The subcommands of `tasuki`: each adds its options and its callback.
#pragma once

#include <string_view>

#include "drivers/common/cli_fwd.hpp"

namespace tasuki::drivers {

void add_bench_nbody(CLI::App& bench);
void add_bench_sht(CLI::App& bench);
void add_bench_wilson(CLI::App& bench);
void add_compare_report(CLI::App& compare);
void add_compare_wilson(CLI::App& compare);
void add_devices(CLI::App& app);
void add_nbody(CLI::App& app);
void add_sht(CLI::App& app);
void add_sphere(CLI::App& app);
void add_trace_compare(CLI::App& trace);
void add_trace_report(CLI::App& trace);
void add_trace_summary(CLI::App& trace);
void add_trace_view(CLI::App& trace);
void add_wilson(CLI::App& app);
void add_gauge_info(CLI::App& gauge);
void add_gauge_convert(CLI::App& gauge);
void add_gauge_generate(CLI::App& gauge);

/// Adds the command `name` of the table in commands.hpp to its group, or to
/// the program itself.
CLI::App& add_command(CLI::App& parent, std::string_view name);

}  // namespace tasuki::drivers
