// `tasuki bench solve`: what an iteration takes, beside the floor of its memory
// traffic and the time of its kernels alone.
#include <fmt/format.h>

#include <cmath>

#include "codelets/linalg/course.hpp"
#include "codelets/wilson/forms/forms.hpp"
#include "drivers/common/machine_options.hpp"
#include "drivers/common/memory.hpp"
#include "drivers/common/options.hpp"
#include "drivers/drivers.hpp"
#include "drivers/solve/bench/iteration.hpp"
#include "io/atomic_file.hpp"
#include "io/json_output.hpp"
#include "json/json.hpp"
#include "runtime/core/devices.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/resources.hpp"
#include "runtime/mpi/ranks.hpp"

namespace tasuki::drivers {

namespace {

using runtime::Worker;

struct Options {
    std::vector<std::string> lattices{"8x8x8x16", "16x16x16x32"};
    std::vector<std::string> solvers{"cg"};
    std::vector<std::string> precisions{"double", "single", "half"};
    double csw = 0, mu = 0;
    std::vector<int> rhs{1};
    int repetitions = 7;
    int cpus = -1, gpus = -1;
    std::string json{};
};

std::vector<IterationCase> cases_of(const Options& o) {
    for (const auto& [option, value] :
         {std::pair{"--csw", o.csw}, {"--mu", o.mu}})
        if (!std::isfinite(value))
            throw runtime::UsageError(fmt::format(
                "{}: expected a finite number, found {}", option, value));
    std::vector<IterationCase> cases;
    for (const auto& lattice : o.lattices) {
        const auto extents = lattice::parse_extents(lattice, "--lattices");
        for (const int extent : extents.n)
            if (extent % 2 != 0)
                throw runtime::UsageError(fmt::format(
                    "--lattices {}: expected even extents, found {}", lattice,
                    extent));
        for (const auto& solver : o.solvers)
            for (const auto& precision : o.precisions)
                for (const int columns : o.rhs)
                    cases.push_back({extents, solver, precision, o.csw, o.mu,
                                     columns, o.repetitions});
    }
    return cases;
}

/// The solver, the fields of the kernels alone, and the links as they are made.
void check_bench_memory(const IterationCase& c) {
    const auto sites = static_cast<double>(c.extents.volume());
    check_memory(
        runtime::mpi_ranks(),
        {.what = fmt::format("a lattice of {}", lattice::to_string(c.extents)),
         .parts = {{"links", sites * 4 * sizeof(lattice::Matrix3)},
                   {"solver and kernels", 2 * c.device_bytes()}},
         .advice = "take a smaller lattice"});
}

class Bench {
  public:
    explicit Bench(const Options& options)
        : prints_{options.json != "-"}, cases_{cases_of(options)} {
        for (const auto& c : cases_) check_bench_memory(c);
        if (prints_) print_iterations_head();
    }

    void on(const runtime::ContextOptions& machine, Worker::Kind kind) {
        runtime::Context context{machine};
        const auto workers = context.workers(kind);
        if (workers.empty()) return;
        for (const auto& c : cases_) {
            rows_.push_back(time_iteration(context, workers.front(), c));
            if (!prints_) continue;
            print_iteration(rows_.back());
            io::flush_stdout();
        }
    }
    const std::vector<IterationRow>& rows() const { return rows_; }

  private:
    bool prints_;
    std::vector<IterationCase> cases_;
    std::vector<IterationRow> rows_;
};

void run(const Options& o) {
    wilson::add_forms();
    runtime::find_resources({.cpus = o.cpus, .gpus = o.gpus});
    const bool gpus = o.gpus != 0 && !runtime::gpu_devices().empty();
    Bench bench{o};
    // GPU workers take CPUs to themselves: each kind for itself.
    if (o.cpus != 0) bench.on({.cpus = o.cpus, .gpus = 0}, Worker::Kind::cpu);
    if (gpus) bench.on({.cpus = 0, .gpus = 1}, Worker::Kind::gpu);
    if (!o.json.empty()) io::write_json(o.json, iterations_json(bench.rows()));
}

}  // namespace

void add_bench_solve(CLI::App& bench) {
    auto [command, o] = add_command(bench, "solve", run);
    add_option(command, "--lattices", o.lattices,
               "lattices XxYxZxT [sites], all even, separated by commas");
    add_option(command, "--solvers", o.solvers, Words{"cg", "bicgstab"},
               "methods, separated by commas");
    add_option(command, "--precisions", o.precisions,
               Words{"double", "single", "half"},
               "what the iterations store, separated by commas: double, or "
               "single or half as in solve --precision mixed");
    add_option(command, "--csw", o.csw,
               "coefficient csw of the clover term; 0: none");
    add_option(command, "--mu", o.mu,
               "twisted mass mu [lattice units]; 0: none");
    add_option(command, "--rhs", o.rhs, Range{1, linalg::kMostColumns},
               "right-hand sides at once, separated by commas; times are those "
               "of one of them");
    add_option(command, "--repetitions", o.repetitions, Range{1, 1000},
               "times of each case, of 20 iterations each; their median is "
               "reported");
    add_device_options(command, o.cpus, o.gpus);
    add_json_option(command, o.json);
}

}  // namespace tasuki::drivers
