// `tasuki bench tasks`: how small tasks may be, for several runtimes.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "drivers/common/machine_options.hpp"
#include "drivers/common/options.hpp"
#include "drivers/common/progress.hpp"
#include "drivers/drivers.hpp"
#include "drivers/tasks/bench/report.hpp"
#include "io/atomic_file.hpp"
#include "io/json_output.hpp"
#include "json/json.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/resources.hpp"

namespace tasuki::drivers {

namespace {

namespace tb = peers::taskbench;

/// StarPU has some kilobytes for each task that has a result of its own.
constexpr int kMostTasks = 100'000;
constexpr long kMostDependencies = 4'000'000;

struct Options {
    std::vector<std::string> patterns{tb::pattern_names()};
    std::vector<std::string> engines{};
    std::string on{"cpu"};
    int width = 0, steps = 100, repetitions = 5, cpus = -1;
    std::vector<int> iterations{};
    std::string json{}, svg{};

    tb::On device() const { return on == "gpu" ? tb::On::gpu : tb::On::cpu; }
};

void check_size(const tb::Pattern pattern, int width, int steps) {
    const long tasks = static_cast<long>(width) * steps;
    const long inputs = pattern == tb::Pattern::all_to_all ? width : 1;
    if (tasks > kMostTasks || tasks * inputs > kMostDependencies)
        throw runtime::UsageError(fmt::format(
            "--width {} --steps {}: pattern {} then has {} tasks with {} "
            "inputs; expected at most {} tasks and {} inputs of all",
            width, steps, tb::name_of(pattern), tasks, inputs, kMostTasks,
            kMostDependencies));
}

/// All options, before anything is measured.
/// @return  with what was not given
Options checked(Options o) {
    const bool on_gpu = o.device() == tb::On::gpu;
    for (const auto& name : o.engines)
        if (const auto how = tb::how_to_get(name, o.device()); !how.empty())
            throw runtime::UnavailableError(fmt::format(
                "--engines {}: this build is without it: {}", name, how));
    const runtime::ContextOptions machine{.cpus = o.cpus,
                                          .gpus = on_gpu ? 1 : 0};
    o.cpus = runtime::find_resources(machine).cpus;
    if (o.width == 0)
        o.width = on_gpu ? 8 : std::clamp(o.cpus, 8, tb::kMostColumns);
    for (const auto& name : o.patterns)
        check_size(tb::parse_pattern(name), o.width, o.steps);
    const auto here = tb::available_engines(o.device());
    if (o.engines.empty()) o.engines = here;
    for (const auto& name : o.engines)
        if (std::ranges::count(here, name) == 0)
            throw runtime::UnavailableError(
                fmt::format("--engines {} --on {}: expected some of {}", name,
                            o.on, fmt::join(here, ",")));
    std::ranges::sort(o.iterations, std::greater{});
    const auto same = std::ranges::unique(o.iterations);
    o.iterations.erase(same.begin(), same.end());
    return o;
}

void run(const Options& given) {
    const Options o = checked(given);
    ProgressLine progress{"case", o.patterns.size() * o.engines.size()};
    auto json = Json::array();
    std::vector<Sweep> sweeps;
    for (const auto& pattern : o.patterns) {
        const tb::Graph graph{tb::parse_pattern(pattern), o.width, o.steps};
        std::optional<Sweep> first;
        for (const auto& engine : o.engines) {
            const auto& sweep = sweeps.emplace_back(
                run_sweep(engine, graph,
                          {o.device(), o.cpus, o.repetitions, o.iterations}));
            if (engine == "serial" || engine == "streams") first = sweep;
            const Sweep* reference = first ? &*first : nullptr;
            progress.clear();
            if (o.json != "-") {
                if (sweeps.size() == 1) print_sweeps_head(sweep);
                print_sweep(sweep, reference);
                io::flush_stdout();
            }
            json.push_back(sweep_json(sweep, reference));
            progress.show(json.size());
        }
    }
    if (!o.json.empty()) io::write_json(o.json, json);
    if (!o.svg.empty()) io::write_file(o.svg, sweeps_svg(sweeps));
}

}  // namespace

void add_bench_tasks(CLI::App& bench) {
    auto [command, o] = add_command(bench, "tasks", run);
    add_option(command, "--patterns,--pattern", o.patterns, tb::pattern_names(),
               "patterns of dependencies, separated by commas");
    add_option(command, "--engines,--engine", o.engines, tb::engine_names(),
               "runtimes, separated by commas: serial (one CPU, the "
               "reference), tasuki, recorded (one CPU), bare (StarPU's C "
               "interface), openmp, tbb, taskflow, taskflow-async; on a GPU "
               "streams (the reference), graph, tasuki, recorded, bare, "
               "cudastf, cudastf-graph, cudastf-loop (default: all that this "
               "build has)");
    add_option(command, "--on", o.on, std::vector<std::string>{"cpu", "gpu"},
               "what the tasks run on; on a GPU, each takes the whole of it");
    add_option(command, "--width", o.width, Range{1, tb::kMostColumns},
               "number of columns of tasks (default: that of CPUs, at least "
               "8; on a GPU 8)");
    add_option(command, "--steps", o.steps, Range{1, kMostTasks},
               "number of time steps");
    add_option(
        command, "--iterations", o.iterations, Range{1, 1 << 30},
        "sizes of tasks [multiply-adds of each of eight vectors], "
        "separated by commas (default: powers of 2 from 262144 downwards "
        "until the efficiency is below 50 %, and 1)");
    add_option(command, "--repetitions", o.repetitions, Range{1, 1000},
               "number of repetitions of each size; the median of their METG "
               "is printed");
    add_option(command, "--cpus", o.cpus, Range{1, 4096},
               "number of logical CPUs to compute with (default: all that "
               "affinity, OMP_NUM_THREADS and control groups leave)");
    add_json_option(command, o.json);
    add_option(command, "--svg", o.svg,
               "file for a chart of efficiency over granularity")
        .writes();
}

}  // namespace tasuki::drivers
