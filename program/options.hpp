// The options that every program on this runtime can have, in one call:
//
//   auto options = program::take_options(argc, argv);
//   runtime::Context context{options.context()};
//   program::Run run{options, context};
//
// (run.hpp). What is left in argv is the program's own. `tasuki compare run --
// ./program` gives them to compare placements and policies. program.hpp does
// all this for a whole main().
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "runtime/core/context.hpp"

namespace tasuki::program {

/// An option of a program, which has a value.
struct Option {
    const char* name;  ///< "--n", or for its help "--out FILE"
    /// Where its value goes; what is there before is the default.
    std::variant<int*, std::string*, runtime::Placements*> value;
    const char* help;  ///< the end of a line
    int least = 1;     ///< of a number
};

/// The values of these options.
struct Options {
    int cpus = -1;         ///< logical CPUs to compute with; -1 = all
    int gpus = -1;         ///< -1 = all there are
    std::string policy{};  ///< of StarPU; empty: see ContextOptions
    runtime::Placements placements{};  ///< of --placement; empty: none
    int repetitions = 9;               ///< timed, after one that is not
    std::string json{};  ///< file for the result; "-": stdout; empty: none
    std::string capture = "auto";   ///< see Capture
    std::string exchange = "auto";  ///< see Exchange
    std::string trace{};            ///< folder for a trace; empty: none
    std::string log_level{};        ///< as Log::set_level(); empty: as it is

    /// @param program  what it asks for itself, beside these options
    runtime::ContextOptions context(
        runtime::ContextOptions program = {}) const {
        program.cpus = cpus;
        program.gpus = gpus;
        program.policy = policy;
        program.placements = placements;
        program.capture = runtime::parse_capture(capture);
        program.exchange = runtime::parse_exchange(exchange);
        return program;
    }
};

/// Takes these options, as `--cpus 4` or `--cpus=4`, and removes them from argc
/// and argv, which ends with a null pointer as before; `--` and what follows it
/// are left alone.  --log-level sets that of runtime::logger(), and
/// --help-tasuki prints help() and ends the process.
/// @param own  of the program; taken in the same way
/// @throws UsageError  a value is missing or wrong; names the option
Options take_options(int& argc, char** argv,
                     const std::vector<Option>& own = {});

/// A line for each option.
std::string help();
/// The same for options of a program, with their defaults.
std::string help(const std::vector<Option>& own);

}  // namespace tasuki::program
