// `tasuki compare wilson`: a matrix of runs of `tasuki wilson`, and its report.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "drivers/compare/report.hpp"
#include "drivers/compare/run.hpp"
#include "drivers/drivers.hpp"
#include "io/atomic_file.hpp"
#include "runtime/error.hpp"

namespace tasuki::drivers {

namespace {

struct Options {
    compare::Axes axes;
    int repetitions = 9;
    int limit = 1800;  ///< of a cell [s]
    std::string out;
    bool fresh = false;
    bool dry_run = false;
    bool traces = false;
};

/// The command that makes the same folder, also when defaults have changed.
std::string command(const compare::Axes& a, int repetitions) {
    return fmt::format(
        "tasuki compare wilson --lattices '{}' --precisions '{}' --reconstruct "
        "'{}' --ranks '{}' --gpus '{}' --blocks '{}' --scheds '{}' "
        "--placements '{}' --reps {} --out DIR",
        a.lattices, a.precisions, a.reconstructs, a.ranks, a.gpus, a.blocks,
        a.policies, a.placements, repetitions);
}

void print_cells(const Options& o, const compare::Matrix& matrix) {
    std::size_t kept = 0;
    for (const auto& cell : matrix.cells) {
        const bool there =
            !o.out.empty() && !o.fresh && compare::is_kept(o.out, cell);
        kept += there;
        fmt::print("{}  {}\n", there ? "kept  " : "to run",
                   compare::command_line(cell, o.repetitions));
    }
    fmt::print("{} cells: {} kept, {} to run\n", matrix.cells.size(), kept,
               matrix.cells.size() - kept);
    io::flush_stdout();
}

/// Where each cell that runs leaves its trace; empty: it records none.
/// @throws UsageError  it cannot be made
std::string traces_folder(const Options& o) {
    namespace fs = std::filesystem;
    if (!o.traces) return {};
    const auto folder = fs::path{o.out} / "traces";
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw runtime::UsageError(fmt::format(
            "{}: cannot be made: {}", folder.string(), error.message()));
    return fs::absolute(folder).string();
}

void run(const Options& o) {
    if (o.out.empty() && !o.dry_run)
        throw runtime::UsageError(
            "--out: expected a folder for the cells and the report, found "
            "none");
    auto experiment = compare::find_experiment(o.repetitions, "");
    const auto axes = compare::with_defaults(o.axes, experiment.gpus());
    const auto matrix = compare::make_matrix(axes);
    experiment.commands = {command(axes, o.repetitions)};
    experiment.planned = matrix.cells;
    for (const auto& text : matrix.left_out) spdlog::warn("left out: {}", text);
    if (o.dry_run) return print_cells(o, matrix);

    compare::Store store{
        o.out, experiment,
        o.fresh ? compare::Earlier::discard : compare::Earlier::keep};
    // Should this be interrupted, an older report must not pass for its own.
    compare::write_report(store);
    const auto end =
        compare::run_matrix(matrix, store, o.limit, traces_folder(o));
    compare::print_summary(compare::write_report(store), o.out);
    io::flush_stdout();
    if (end.failed > 0)
        throw runtime::Error(
            end.exit_code,
            fmt::format("{} of {} cells failed; the report names them",
                        end.failed, matrix.cells.size()));
}

void add_axes(CLI::App& command, compare::Axes& a) {
    command.add_option("--lattices", a.lattices,
                       "lattices XxYxZxT, with commas; {a,b} is each of "
                       "these, {16..256} the powers of two, for which 16..256 "
                       "does too: quote the braces (default without a GPU "
                       "8x8x8x{16,32},16x16x16x{16,32}, else "
                       "16x16x16x{16..128},32x32x32x{16..64})");
    command.add_option("--precisions", a.precisions,
                       "double, single (default both)");
    command.add_option("--reconstruct", a.reconstructs,
                       "reals stored per link: 18, 12, 8 (default 18)");
    command.add_option("--ranks", a.ranks,
                       "MPI processes, which cut the lattice along T; above 1 "
                       "through mpirun (default 1)");
    command.add_option("--gpus", a.gpus,
                       "GPUs of each rank (default all; with several ranks 1)");
    command.add_option("--blocks", a.blocks,
                       "blocks XxYxZxT, or auto for those that tasuki wilson "
                       "takes (default without a GPU, on one rank, "
                       "1x1x1x1,1x1x1x2, else auto)");
    command.add_option("--scheds", a.policies,
                       "StarPU scheduling policies (default without a GPU "
                       "lws,dmdas, else dmdas,feedback)");
    command.add_option("--placements", a.placements,
                       "which phases may run where, see tasuki wilson "
                       "(default without a GPU cpu,dynamic, else "
                       "gpu,host-t-minus,host-t,host-all,dynamic)");
}

}  // namespace

void add_compare_wilson(CLI::App& compare) {
    auto options = std::make_shared<Options>();
    auto& o = *options;
    auto& command = add_command(compare, "wilson");
    add_axes(command, o.axes);
    command
        .add_option("--repetitions,--reps", o.repetitions,
                    "timed repetitions of each cell; their median is reported")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command
        .add_option("--limit", o.limit,
                    "seconds after which a cell is stopped, as failed")
        ->check(CLI::Range(1, 1000000))
        ->capture_default_str();
    command.add_option("--out", o.out, "folder for the cells and the report");
    command.add_flag("--fresh", o.fresh,
                     "discard what the folder has from other runs");
    command.add_flag("--traces", o.traces,
                     "record every cell that runs, after it was timed, in "
                     "traces/ of the folder; see tasuki trace compare");
    command.add_flag("--dry-run", o.dry_run, "list the cells, run none");
    command.callback([options] { run(*options); });
}

}  // namespace tasuki::drivers
