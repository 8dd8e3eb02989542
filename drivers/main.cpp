// The command line of Tasuki: parses, dispatches, and turns every error into
// one line on stderr and the documented exit code.
#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <exception>
#include <string>

#include "drivers/drivers.hpp"
#include "drivers/interrupt.hpp"
#include "drivers/parse_errors.hpp"
#include "runtime/error.hpp"
#include "runtime/failure.hpp"
#include "runtime/rank_table.hpp"
#include "runtime/ranks.hpp"
#include "runtime/version.hpp"

namespace {

using tasuki::runtime::ExitCode;

/// stdout is for results; everything said on the way goes to stderr.
void set_up_log() {
    auto logger = spdlog::stderr_color_mt("tasuki");
    logger->set_pattern("tasuki: %^%l%$: %v");
    spdlog::set_default_logger(std::move(logger));
    spdlog::set_level(spdlog::level::warn);
}

/// The rank that an error is of: what the first one says is mostly true of all,
/// but for a fault.
std::string whose(ExitCode code) {
    namespace rt = tasuki::runtime;
    if (rt::launched_ranks() == 1 ||
        (rt::launched_rank() == 0 && code != ExitCode::fault))
        return {};
    const std::string prefix = rt::rank_prefix();
    // It may have been refused before the ranks knew each other.
    return prefix.empty() ? fmt::format("rank {}: ", rt::launched_rank())
                          : prefix;
}

/// Says it once for all ranks, which end together.
int end_run(ExitCode code, const std::string& what) {
    tasuki::runtime::wait_for_first_rank();
    if (tasuki::runtime::speaks_for_all())
        spdlog::error("{}{}", whose(code), what);
    tasuki::runtime::abort_ranks(static_cast<int>(code));
    return static_cast<int>(code);
}

void add_log_level(CLI::App& app) {
    app.add_option_function<std::string>(
           "--log-level",
           [](const std::string& name) {
               spdlog::set_level(spdlog::level::from_str(name));
           },
           "what is said on stderr (default warn)")
        ->check(
            CLI::IsMember({"trace", "debug", "info", "warn", "error", "off"}))
        ->trigger_on_parse();
}

void add_quiet(CLI::App& app) {
    app.add_flag_callback(
           "--quiet", [] { spdlog::set_level(spdlog::level::err); },
           "nothing but errors on stderr: no warnings, no progress")
        ->trigger_on_parse();
}

/// Whether the ranks of a launcher may run together what was asked.
bool takes_ranks(const CLI::App& app) {
    for (const char* name : {"wilson", "nbody", "sht", "sphere"})
        if (app.got_subcommand(name)) return true;
    if (!app.got_subcommand("bench")) return false;
    const auto& bench = *app.get_subcommand("bench");
    return bench.got_subcommand("wilson") &&
           bench.get_subcommand("wilson")->count("--engine") > 0;
}

/// Its words: "bench wilson".
std::string subcommand_name(const CLI::App& app) {
    const auto below = app.get_subcommands();
    if (below.empty()) return app.get_name();
    const auto rest = subcommand_name(*below.front());
    return app.get_parent() == nullptr ? rest : app.get_name() + " " + rest;
}

int run(int argc, char** argv) {
    CLI::App app{
        "Tasuki: scientific kernels as task graphs on CPUs and GPUs together",
        "tasuki"};
    app.require_subcommand(1);
    app.fallthrough();
    add_log_level(app);
    add_quiet(app);
    app.set_version_flag(
        "--version", [] { return "tasuki " + tasuki::runtime::version(); },
        "print the versions of Tasuki, StarPU and the GPU toolkit");

    tasuki::drivers::add_wilson(app);
    tasuki::drivers::add_nbody(app);
    tasuki::drivers::add_sht(app);
    tasuki::drivers::add_sphere(app);
    tasuki::drivers::add_devices(app);
    auto& gauge = *app.add_subcommand("gauge", "gauge configurations");
    gauge.require_subcommand(1);
    gauge.fallthrough();
    tasuki::drivers::add_gauge_info(gauge);
    tasuki::drivers::add_gauge_convert(gauge);
    tasuki::drivers::add_gauge_generate(gauge);

    auto& bench = *app.add_subcommand("bench", "how fast the kernels are here");
    bench.require_subcommand(1);
    bench.fallthrough();
    tasuki::drivers::add_bench_nbody(bench);
    tasuki::drivers::add_bench_sht(bench);
    tasuki::drivers::add_bench_wilson(bench);

    auto& compare = *app.add_subcommand(
        "compare", "placements, policies and blocks on the same work");
    compare.require_subcommand(1);
    compare.fallthrough();
    tasuki::drivers::add_compare_wilson(compare);
    tasuki::drivers::add_compare_report(compare);

    auto& trace = *app.add_subcommand("trace", "what --trace has recorded");
    trace.require_subcommand(1);
    trace.fallthrough();
    tasuki::drivers::add_trace_summary(trace);
    tasuki::drivers::add_trace_view(trace);
    tasuki::drivers::add_trace_report(trace);
    tasuki::drivers::add_trace_compare(trace);

    app.parse_complete_callback([&app] {
        if (takes_ranks(app) || tasuki::runtime::launched_ranks() == 1) return;
        const auto name = subcommand_name(app);
        throw tasuki::runtime::UsageError(
            fmt::format("{} runs on one rank: start it without mpirun{}", name,
                        name == "bench wilson" ? ", or with --engine" : ""));
    });
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& asked) {  // --help, --version
        app.exit(asked);
    } catch (const CLI::ParseError& e) {
        throw tasuki::runtime::UsageError(tasuki::drivers::describe(app, e));
    }
    return static_cast<int>(ExitCode::done);
}

}  // namespace

int main(int argc, char** argv) {
    set_up_log();
    tasuki::drivers::handle_interrupts();
    tasuki::runtime::catch_crashes();
    try {
        return run(argc, argv);
    } catch (const tasuki::runtime::Error& e) {
        return end_run(e.exit_code(), e.what());
    } catch (const std::bad_alloc&) {
        return end_run(ExitCode::unavailable,
                       "not enough host memory for what was asked");
    } catch (const std::exception& e) {
        return end_run(ExitCode::fault,
                       fmt::format("{} (this is a bug in Tasuki)", e.what()));
    }
}
