// `tasuki compare run`: a matrix of runs of somebody's program, and its report.
#include <fmt/format.h>

#include "drivers/common/options.hpp"
#include "drivers/compare/cell.hpp"
#include "drivers/compare/program_subject.hpp"
#include "drivers/compare/run_options.hpp"
#include "drivers/drivers.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers {

namespace {

struct ProgramOptions {
    std::vector<std::string> program, varied;
    std::string rate;
    compare::RunOptions run{.repetitions = 0};
};

/// The command that makes the same folder.
std::string command_again(const ProgramOptions& o) {
    std::string text = "tasuki compare run";
    for (const auto& varied : o.varied)
        text += fmt::format(" --vary '{}'", varied);
    if (!o.rate.empty()) text += " --rate " + o.rate;
    if (o.run.repetitions > 0)
        text += fmt::format(" --reps {}", o.run.repetitions);
    return text + " --out DIR -- " + compare::shell_line(o.program);
}

void compare_program_cells(const ProgramOptions& o) {
    (void)compare::find_program(o.program.front());
    // What is wrong with --vary is said before the machine is looked at.
    const auto compared =
        compare::compare_program(o.program, o.varied, o.rate, 0);
    auto experiment =
        compare::find_experiment(*compared.subject, o.run.repetitions, "");
    const auto axes =
        compare::compare_program(o.program, o.varied, o.rate, experiment.gpus())
            .axes;
    compare::run_comparison(o.run, std::move(experiment), axes,
                            command_again(o));
}

}  // namespace

void add_compare_run(CLI::App& compare) {
    auto [command, o] = add_command(compare, "run", compare_program_cells);
    set_footer(
        command,
        "Each cell runs PROGRAM with its arguments, the values of this cell "
        "and --json FILE, where it writes its times: an object with "
        "seconds_all, a list of the seconds of each repetition. Lists have "
        "commas; {a,b} is each of these, {16..256} the powers of two: quote "
        "the braces.");
    add_option(command, "--vary", o.varied,
               "option of the program and its values, as '--placement "
               "{gpu,dynamic}'; once for each option that varies")
        .value_name("'OPTION VALUES'")
        .one_by_one();
    add_option(command, "--rate", o.rate,
               "key of the program's JSON with a speed, the greater the "
               "better (default: repetitions per second)")
        .value_name("KEY");
    add_option(command, "--repetitions,--reps", o.run.repetitions,
               Range{1, 1000000},
               "timed repetitions of each cell, given to the program as "
               "--repetitions (default: the program's own)");
    compare::add_run_options(command, o.run);
    add_option(command, "PROGRAM", o.program,
               "the program, after --, and the arguments of every cell")
        .required()
        .rest();
}

}  // namespace tasuki::drivers
