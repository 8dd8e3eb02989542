// `tasuki wilson`: the Wilson-Dirac operator on a gauge configuration.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "drivers/common/machine_options.hpp"
#include "drivers/common/run_trace.hpp"
#include "drivers/drivers.hpp"
#include "drivers/wilson/report.hpp"
#include "drivers/wilson/trace.hpp"
#include "io/atomic_file.hpp"
#include "io/json_output.hpp"
#include "runtime/error.hpp"
#include "runtime/rank_agreement.hpp"
#include "runtime/version.hpp"

namespace tasuki::drivers {

namespace {

/// What all ranks must have in common: all but --cpus, --cpu-workers, --gpus
/// and --calibrate, which are about the machine of a rank, --json, which the
/// first rank writes, and --log-level.
std::vector<runtime::Setting> common_settings(const WilsonOptions& o) {
    const auto text = [](const std::string& value) {
        return value.empty() ? std::string{"the default"} : value;
    };
    const auto number = [](auto value) { return fmt::format("{}", value); };
    return {{"program", runtime::version()},
            {"--gauge", text(o.gauge)},
            {"--lattice", text(o.lattice)},
            {"--blocks", text(o.blocks)},
            {"--ranks", text(o.ranks)},
            {"--kappa", number(o.kappa)},
            {"--bc-t", o.bc_t},
            {"--source", o.source},
            {"--precision", o.precision},
            {"--reconstruct", number(o.reconstruct)},
            {"--placement", o.placement},
            {"--sched", text(o.policy)},
            {"--apply", number(o.apply)},
            {"--iterations",
             o.iterations == 0 ? "the default" : number(o.iterations)},
            {"--repetitions", number(o.repetitions)},
            {"--trace", text(o.trace.folder)},
            {"--trace-iterations",
             fmt::format("{}:{}", o.trace.window.first, o.trace.window.last)}};
}

void run(WilsonOptions options) {
    const runtime::Ranks& ranks = runtime::Ranks::instance();
    runtime::check_agreement(ranks, common_settings(options));
    if (!std::isfinite(options.kappa))
        throw runtime::UsageError(fmt::format(
            "--kappa: expected a finite number, found {}", options.kappa));
    if (printed_policies(options.policy, ranks)) return;
    if (ranks.is_first()) io::check_json_target(options.json);
    std::optional<RunTrace> trace;
    if (options.trace.wanted()) trace.emplace(options.trace, ranks);
    find_gpus(options, ranks);
    const WilsonResult result =
        run_wilson(options, trace ? &trace->recorder() : nullptr);
    if (ranks.is_first()) {
        if (options.json != "-") {
            print_wilson(options, result);
            io::flush_stdout();
        }
        if (!options.json.empty())
            io::write_json(options.json, wilson_json(options, result));
    }
    // A trace that cannot be written does not take the result with it.
    if (!trace) return;
    trace->read(trace_title(options, result), result.trace_cost, name_faces);
    if (ranks.is_first() && options.json != "-") {
        trace->print();
        io::flush_stdout();
    }
}

void add_problem(CLI::App& command, WilsonOptions& o) {
    command.add_option("--gauge", o.gauge,
                       "configuration (NERSC, ILDG/SciDAC or MILC file), or "
                       "cold, or hot:SEED (default: the shipped sample, "
                       "quenched, beta 6.0, 8x8x8x16)");
    command.add_option("--lattice", o.lattice,
                       "sites XxYxZxT of a cold or hot start (default "
                       "8x8x8x16)");
    command.add_option(
        "--blocks", o.blocks,
        "blocks XxYxZxT that the lattice is cut into (default: along T, two "
        "for each GPU where they are not too thin, else one; without GPUs two "
        "on one rank, one for each of several)");
    command.add_option("--ranks", o.ranks,
                       "ranks XxYxZxT that share the blocks (default: all "
                       "along T); start them with mpirun -np N");
    command.add_option("--kappa", o.kappa, "hopping parameter")
        ->capture_default_str();
    command.add_option("--bc-t", o.bc_t, "fermion boundary condition in T")
        ->check(CLI::IsMember({"periodic", "antiperiodic"}))
        ->capture_default_str();
    command
        .add_option("--source", o.source,
                    "random:SEED or point:X,Y,Z,T,SPIN,COLOUR")
        ->capture_default_str();
    command.add_option("--precision", o.precision, "of fields and arithmetic")
        ->check(CLI::IsMember({"double", "single"}))
        ->capture_default_str();
    command
        .add_option("--reconstruct", o.reconstruct,
                    "reals stored per link: 18, 12 (two rows) or 8")
        ->check(CLI::IsMember({18, 12, 8}))
        ->capture_default_str();
}

void add_machine(CLI::App& command, WilsonOptions& o) {
    command
        .add_option("--placement", o.placement,
                    "which phases may run where: gpu, cpu, host-t-minus, "
                    "host-t, host-all (who multiplies the faces), split:F "
                    "(that fraction of the blocks on the CPU; split:auto "
                    "measures it), dynamic (the policy decides)")
        ->capture_default_str();
    add_machine_options(command, o);
    command.add_flag("--calibrate", o.calibrate,
                     "measure StarPU's performance models anew");
}

void add_measurement(CLI::App& command, WilsonOptions& o) {
    command
        .add_option("--apply", o.apply,
                    "applications of D whose norms are reported")
        ->check(CLI::Range(1, 10000))
        ->capture_default_str();
    command
        .add_option("--iterations", o.iterations,
                    "applications in each timed repetition (default: about "
                    "0.1 s of them)")
        ->check(CLI::Range(1, 1000000));
    command
        .add_option("--repetitions", o.repetitions,
                    "timed repetitions; their median is reported")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    add_trace_options(command, o.trace,
                      "some applications after the timed ones");
    command.add_option("--json", o.json,
                       "also write the result to this file; - for JSON on "
                       "stdout instead of the table");
}

}  // namespace

void add_wilson(CLI::App& app) {
    auto options = std::make_shared<WilsonOptions>();
    auto& command = add_command(app, "wilson");
    add_problem(command, *options);
    add_machine(command, *options);
    add_measurement(command, *options);
    command.callback([options] { run(*options); });
}

}  // namespace tasuki::drivers
