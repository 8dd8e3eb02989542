// `tasuki compare SUBJECT`: a matrix of runs of a command, and its report.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "drivers/common/options.hpp"
#include "drivers/compare/run_options.hpp"
#include "drivers/compare/simulated_subject.hpp"
#include "drivers/compare/subject.hpp"
#include "drivers/drivers.hpp"

namespace tasuki::drivers {

namespace {

struct Options {
    const compare::Subject* subject;
    std::string machine{};   ///< file of the machine to simulate; empty: none
    int ranks_per_node = 1;  ///< of that machine
    compare::Axes axes;
    compare::RunOptions run{.repetitions = 9};
};

/// The command that makes the same folder, also when defaults have changed.
std::string command(const Options& o, const compare::Axes& a) {
    std::vector<std::string> words{"tasuki compare", o.subject->command};
    const auto add = [&](const std::string& option, const std::string& list) {
        words.push_back(fmt::format("{} '{}'", option, list));
    };
    if (!o.machine.empty()) add("--machine", o.machine);
    if (o.ranks_per_node > 1)
        words.push_back(fmt::format("--ranks-per-node {}", o.ranks_per_node));
    for (std::size_t k = 0; k < a.problem.size(); ++k)
        add(o.subject->axes[k].option, a.problem[k]);
    add("--ranks", a.ranks);
    add("--gpus", a.gpus);
    if (o.subject->has_blocks()) add("--blocks", a.blocks);
    add("--scheds", a.policies);
    add("--placements", a.placements);
    if (o.subject->outputs) add("--outputs", a.outputs);
    return fmt::format("{} --reps {} --out DIR", fmt::join(words, " "),
                       o.run.repetitions);
}

void compare_cells(const Options& o) {
    const compare::Subject& subject =
        o.machine.empty() ? *o.subject
                          : compare::simulated_subject(*o.subject, o.machine,
                                                       o.ranks_per_node);
    auto experiment = compare::find_experiment(subject, o.run.repetitions, "");
    const auto axes =
        compare::with_defaults(subject, o.axes, experiment.gpus());
    compare::run_comparison(o.run, std::move(experiment), axes,
                            command(o, axes));
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
    auto outputs = add_option(
        command, "--outputs", a.outputs,
        s.outputs ? fmt::format("outputs of a cell: none, or {}, for which the "
                                "work waits (line) or that is written beside "
                                "it (beside)",
                                s.outputs->what)
                  : "");
    if (!s.outputs) outputs.hidden();  // and refused in words
}

void add_comparison(CLI::App& compare, const compare::Subject& subject) {
    auto [command, o] = add_command(compare, subject.command, compare_cells);
    o.subject = &subject;
    set_footer(
        command,
        "Lists have commas; {a,b} is each of these, {16..256} the powers of "
        "two, for which 16..256 does too: quote the braces.");
    if (!subject.simulated_note.empty())
        add_option(command, "--machine", o.machine,
                   "file of a machine, as machines/*.json: every cell is "
                   "simulated on it (default: compute on this machine)")
            .value_name("FILE")
            .reads();
    if (!subject.simulated_note.empty() && subject.has_blocks())
        add_option(command, "--ranks-per-node", o.ranks_per_node,
                   Range{1, 4096},
                   "number of ranks on each node of that machine, which share "
                   "its CPUs and GPUs")
            .needs("--machine");
    add_axes(command, subject, o.axes);
    add_option(command, "--repetitions,--reps", o.run.repetitions,
               Range{1, 1000},
               "timed repetitions of each cell; their median is reported");
    compare::add_run_options(command, o.run);
}

}  // namespace

void add_compare_wilson(CLI::App& compare) {
    add_comparison(compare, compare::wilson_subject());
}
void add_compare_solve(CLI::App& compare) {
    add_comparison(compare, compare::solve_subject());
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
