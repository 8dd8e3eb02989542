// `tasuki compare SUBJECT`: a matrix of runs of a command, and its report.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <filesystem>

#include "drivers/common/options.hpp"
#include "drivers/compare/report.hpp"
#include "drivers/compare/run.hpp"
#include "drivers/drivers.hpp"
#include "io/print.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers {

namespace {

struct Options {
    const compare::Subject* subject;
    compare::Axes axes;
    int repetitions = 9;
    int limit = 1800;  ///< of a cell [s]
    std::string out;
    bool fresh = false;
    bool dry_run = false;
    bool traces = false;
};

/// The command that makes the same folder, also when defaults have changed.
std::string command(const Options& o, const compare::Axes& a) {
    std::vector<std::string> words{"tasuki compare", o.subject->command};
    const auto add = [&](const std::string& option, const std::string& list) {
        words.push_back(fmt::format("{} '{}'", option, list));
    };
    for (std::size_t k = 0; k < a.problem.size(); ++k)
        add(o.subject->axes[k].option, a.problem[k]);
    add("--ranks", a.ranks);
    add("--gpus", a.gpus);
    if (o.subject->has_blocks()) add("--blocks", a.blocks);
    add("--scheds", a.policies);
    add("--placements", a.placements);
    return fmt::format("{} --reps {} --out DIR", fmt::join(words, " "),
                       o.repetitions);
}

void print_cells(const Options& o, const compare::Matrix& matrix) {
    std::size_t kept = 0;
    for (const auto& cell : matrix.cells) {
        const bool there =
            !o.out.empty() && !o.fresh && compare::is_kept(o.out, cell);
        kept += there;
        io::print("{}  {}\n", there ? "kept  " : "to run",
                  compare::command_line(cell, o.repetitions));
    }
    io::print("{} cells: {} kept, {} to run\n", matrix.cells.size(), kept,
              matrix.cells.size() - kept);
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

void compare_cells(const Options& o) {
    if (o.out.empty() && !o.dry_run)
        throw runtime::UsageError(
            "--out: expected a folder for the cells and the report, found "
            "none");
    auto experiment = compare::find_experiment(*o.subject, o.repetitions, "");
    const auto axes =
        compare::with_defaults(*o.subject, o.axes, experiment.gpus());
    const auto matrix = compare::make_matrix(*o.subject, axes);
    experiment.commands = {command(o, axes)};
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
    if (end.failed > 0)
        throw runtime::Error(
            end.exit_code,
            fmt::format("{} of {} cells failed; the report names them",
                        end.failed, matrix.cells.size()));
}

std::string with_default(const std::string& help, const compare::Defaults& d) {
    return d.on_cpu == d.on_gpu
               ? fmt::format("{} (default {})", help, d.on_cpu)
               : fmt::format("{} (default without a GPU {}, else {})", help,
                             d.on_cpu, d.on_gpu);
}

void add_axes(CLI::App& command, const compare::Subject& s, compare::Axes& a) {
    a.problem.resize(s.axes.size());
    for (std::size_t k = 0; k < s.axes.size(); ++k) {
        const auto& axis = s.axes[k];
        // The option of the compared command is as good.
        const auto names = axis.option == axis.argument
                               ? axis.option
                               : axis.option + ',' + axis.argument;
        add_option(command, names, a.problem[k],
                   with_default(axis.help, axis.defaults));
    }
    add_option(command, "--ranks", a.ranks,
               "MPI processes, above 1 through mpirun (default 1)");
    add_option(command, "--gpus", a.gpus,
               "GPUs of each rank (default all; with several ranks 1)");
    if (s.has_blocks())
        add_option(
            command, "--blocks", a.blocks,
            with_default("blocks XxYxZxT, or auto for those that tasuki " +
                             s.command + " takes; with several ranks auto",
                         s.blocks));
    add_option(command, "--scheds", a.policies,
               with_default("StarPU scheduling policies", s.policies));
    add_option(
        command, "--placements", a.placements,
        with_default("placements, see tasuki " + s.command, s.placements));
}

void add_comparison(CLI::App& compare, const compare::Subject& subject) {
    auto [command, o] = add_command(compare, subject.command, compare_cells);
    o.subject = &subject;
    set_footer(
        command,
        "Lists have commas; {a,b} is each of these, {16..256} the powers of "
        "two, for which 16..256 does too: quote the braces.");
    add_axes(command, subject, o.axes);
    add_option(command, "--repetitions,--reps", o.repetitions, Range{1, 1000},
               "timed repetitions of each cell; their median is reported");
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

}  // namespace

void add_compare_wilson(CLI::App& compare) {
    add_comparison(compare, compare::wilson_subject());
}
void add_compare_nbody(CLI::App& compare) {
    add_comparison(compare, compare::nbody_subject());
}
void add_compare_sht(CLI::App& compare) {
    add_comparison(compare, compare::sht_subject());
}
void add_compare_sphere(CLI::App& compare) {
    add_comparison(compare, compare::sphere_subject());
}

}  // namespace tasuki::drivers
