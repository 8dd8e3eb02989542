#include "drivers/compare/run_options.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "drivers/compare/report.hpp"
#include "drivers/compare/run.hpp"
#include "io/print.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/log.hpp"

namespace tasuki::drivers::compare {

namespace {

void print_cells(const RunOptions& o, const Matrix& matrix) {
    std::size_t kept = 0;
    for (const auto& cell : matrix.cells) {
        const bool there = !o.out.empty() && !o.fresh && is_kept(o.out, cell);
        kept += there;
        io::print("{}  {}\n", there ? "kept  " : "to run",
                  command_line(cell, o.repetitions));
    }
    io::print("{} cells: {} kept, {} to run\n", matrix.cells.size(), kept,
              matrix.cells.size() - kept);
}

/// Where each cell that runs leaves its trace; empty: it records none.
/// @throws UsageError  it cannot be made
std::string traces_folder(const RunOptions& o) {
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

}  // namespace

void add_run_options(CLI::App& command, RunOptions& o) {
    add_option(command, "--limit", o.limit, Range{1, 1000000},
               "seconds after which a cell is stopped, as failed");
    add_option(command, "--out", o.out, "folder for the cells and the report");
    add_flag(command, "--fresh", o.fresh,
             "discard what the folder has from other runs");
    add_flag(command, "--traces", o.traces,
             "record every cell that runs, after it was timed, in traces/ of "
             "the folder; see tasuki trace compare");
    add_flag(command, "--dry-run", o.dry_run, "list the cells, run none");
}

void run_comparison(const RunOptions& o, Experiment experiment,
                    const Axes& axes, const std::string& command) {
    if (o.out.empty() && !o.dry_run)
        throw runtime::UsageError(
            "--out: expected a folder for the cells and the report, found "
            "none");
    const auto matrix = make_matrix(*experiment.subject, axes);
    experiment.commands = {command};
    experiment.planned = matrix.cells;
    for (const auto& text : matrix.left_out)
        runtime::logger().warn("left out: {}", text);
    if (o.dry_run) return print_cells(o, matrix);

    Store store{o.out, experiment, o.fresh ? Earlier::discard : Earlier::keep};
    // Should this be interrupted, an older report must not pass for its own.
    write_report(store);
    const auto end = run_matrix(matrix, store, o.limit, traces_folder(o));
    print_summary(write_report(store), o.out);
    if (end.failed > 0)
        throw runtime::Error(
            end.exit_code,
            fmt::format("{} of {} cells failed; the report names them",
                        end.failed, matrix.cells.size()));
}

}  // namespace tasuki::drivers::compare
