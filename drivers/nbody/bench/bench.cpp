// `tasuki bench nbody`: how fast bodies are pulled, as the tables of the 2021
// paper (IPSJ SIG-HPC 182-2), and CUDA beside HIP.
#include <fmt/format.h>

#include <algorithm>

#include "drivers/common/install_prefix.hpp"
#include "drivers/common/machine_options.hpp"
#include "drivers/common/options.hpp"
#include "drivers/common/progress.hpp"
#include "drivers/drivers.hpp"
#include "drivers/nbody/bench/report.hpp"
#include "drivers/nbody/models/model.hpp"
#include "io/atomic_file.hpp"
#include "io/json_output.hpp"
#include "json/json.hpp"
#include "runtime/core/devices.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/resources.hpp"
#include "runtime/core/version.hpp"

namespace tasuki::drivers {

namespace {

using runtime::Worker;

struct Options {
    std::vector<std::size_t> n{};
    std::vector<std::string> precisions{"single"};
    std::string variant{};
    bool table3 = false, table_a1 = false;
    std::vector<std::string> toolkits{};  ///< two files
    double long_run = 20;                 ///< [s]
    int cpus = -1, gpus = -1;
    std::string json{}, csv{}, svg{};
};

/// What is measured on one worker after another.
struct Plan {
    std::string name;
    std::vector<std::size_t> n;
    std::vector<std::string> wishes;
};

std::vector<Plan> plans_of(const Options& o) {
    std::vector<Plan> plans;
    const auto sizes = [&](std::vector<std::size_t> usual) {
        return o.n.empty() ? usual : o.n;
    };
    if (o.table3) {
        Plan plan{"table3", sizes({1 << 20}), {}};
        for (int root = 0; root < nbody::kRoots; ++root)
            for (const char* staging : {"direct", "shared"})
                plan.wishes.push_back(fmt::format(
                    "{} {}", nbody::to_string(static_cast<nbody::Root>(root)),
                    staging));
        plans.push_back(std::move(plan));
    }
    if (o.table_a1) {
        Plan plan{"table-a1", o.n, {o.variant}};
        if (plan.n.empty())
            for (std::size_t n = 1024; n <= std::size_t{1} << 24; n *= 2)
                plan.n.push_back(n);
        plans.push_back(std::move(plan));
    }
    if (plans.empty())
        plans.push_back({"sizes", sizes({1 << 14}), {o.variant}});
    return plans;
}

class Bench {
  public:
    explicit Bench(const Options& options) : options_{options} {}

    void on(const runtime::ContextOptions& machine, Worker::Kind kind) {
        runtime::Context context{machine};
        const auto single = measure_fma_peaks(context, false);
        const auto double_ = measure_fma_peaks(context, true);
        const auto first = std::find_if(
            single.begin(), single.end(),
            [&](const auto& peak) { return peak.worker.kind == kind; });
        if (first == single.end()) return;
        const auto place = first - single.begin();
        for (const Plan& plan : plans_of(options_)) {
            // A CPU has no variants: what it computes is one row.
            if (plan.name == "table3" && kind == Worker::Kind::cpu) continue;
            PairTable table{
                plan.name,     first->worker.name,    runtime::version(),
                first->median, double_[place].median, {}};
            measure(context, plan, table, first->worker);
            tables_.push_back(std::move(table));
        }
    }
    const std::vector<PairTable>& tables() const { return tables_; }

  private:
    void measure(runtime::Context& context, const Plan& plan, PairTable& table,
                 const Worker& worker) {
        const bool prints = options_.json != "-";
        if (prints) print_head(table);
        for (const std::size_t n : plan.n) {
            const auto bodies = make_bodies(
                {.input = {}, .model = "plummer", .n = n, .seed = 1}, 1);
            for (const auto& precision : options_.precisions)
                for (const auto& wish : plan.wishes) {
                    table.rows.push_back(bench_pairs(context, worker, bodies,
                                                     precision, wish,
                                                     options_.long_run));
                    if (!prints) continue;
                    print_row(table, table.rows.back());
                    io::flush_stdout();
                }
        }
    }

    const Options& options_;
    std::vector<PairTable> tables_;
};

void run_toolkits(const Options& o) {
    const auto comparison = compare_toolkits(o.toolkits[0], o.toolkits[1]);
    if (o.json != "-") {
        print_toolkits(comparison);
        io::flush_stdout();
    }
    if (!o.json.empty()) io::write_json(o.json, comparison);
    if (!o.svg.empty()) io::write_file(o.svg, toolkits_svg(comparison));
}

/// Whether kernels are meant that only another program has.
/// @throws UsageError  --variant is wrong
bool needs_variants(const Options& o) {
    bool needs = o.table3;
    for (const auto& precision : o.precisions) try {
            check_variant(o.variant, precision);
        } catch (const runtime::UnavailableError&) {
            needs = true;
        }
    return needs && !nbody::has_all_variants();
}

void run(const Options& o) {
    if (!o.toolkits.empty()) return run_toolkits(o);
    if (!o.svg.empty())
        throw runtime::UsageError(
            "--svg: the chart of --hip-vs-cuda, which is not asked for");
    const bool elsewhere = needs_variants(o);
    runtime::find_resources({.cpus = o.cpus, .gpus = o.gpus});
    const bool gpus = o.gpus != 0 && !runtime::gpu_devices().empty();
    if (o.table3 && !gpus)
        throw runtime::UnavailableError(
            "--table3 compares kernels of a GPU, and this run has none (see "
            "--gpus and `tasuki devices`; --n and --table-a1 are for CPUs "
            "too)");
    if (elsewhere) become_program("bench-nbody-variants");
    Bench bench{o};
    // GPU workers take CPUs to themselves: each kind for itself.
    if (o.cpus != 0) bench.on({.cpus = o.cpus, .gpus = 0}, Worker::Kind::cpu);
    if (gpus) bench.on({.cpus = 0, .gpus = o.gpus}, Worker::Kind::gpu);
    if (!o.json.empty()) io::write_json(o.json, tables_json(bench.tables()));
    if (!o.csv.empty()) io::write_file(o.csv, tables_csv(bench.tables()));
}

}  // namespace

void add_bench_nbody(CLI::App& bench) {
    auto [command, o] = add_command(bench, "nbody", run);
    add_option(command, "--n", o.n, Range{2, 1 << 28},
               "numbers of bodies, separated by commas (default 16384; tables "
               "have their own)");
    add_option(command, "--precisions,--precision", o.precisions,
               Words{"single", "mixed", "double"},
               "single, double, or mixed (positions in double, forces in "
               "single), separated by commas");
    add_option(
        command, "--variant", o.variant,
        "fixed parameters of the GPU kernel: sqrt, rsqrt, rsqrt_rn or approx; "
        "direct or shared; unroll U; bodies B (per thread); threads T (per "
        "block); parts P (of the sources); the others are autotuned");
    add_flag(command, "--table3", o.table3,
             "variants of the reciprocal square root, with and without shared "
             "memory, N = 1048576 (GPU)");
    add_flag(command, "--table-a1", o.table_a1,
             "N = 1024, 2048, ..., 16777216: best and median");
    add_option(command, "--hip-vs-cuda", o.toolkits,
               "--json files of a CUDA and a HIP build on the same card, to "
               "compare without measuring")
        .words(2)
        .value_name("CUDA.json HIP.json")
        .reads();
    add_option(command, "--long-run", o.long_run, Positive{},
               "duration above which an evaluation is timed only once [s]");
    add_device_options(command, o.cpus, o.gpus);
    add_json_option(command, o.json);
    add_option(command, "--csv", o.csv, "file for the rows as CSV").writes();
    add_option(command, "--svg", o.svg,
               "file for a chart of both, with --hip-vs-cuda")
        .writes();
}

}  // namespace tasuki::drivers
