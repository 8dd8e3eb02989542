// The options that every program on this runtime can have, in one call:
//
//   auto options = program::take_options(argc, argv);
//   runtime::Context context{options.context()};
//   program::Run run{options, context};
//
// (run.hpp). What is left in argv is the program's own. `tasuki compare run --
// ./program` gives them to compare placements and policies.
#pragma once

#include <string>

#include "runtime/core/context.hpp"

namespace tasuki::program {

/// The values of these options.
struct Options {
    int cpus = -1;         ///< logical CPUs to compute with; -1 = all
    int gpus = -1;         ///< -1 = all there are
    std::string policy{};  ///< of StarPU; empty: see ContextOptions
    runtime::Placements placements{};  ///< of --placement; empty: none
    int repetitions = 9;               ///< timed, after one that is not
    std::string json{};                ///< file for the result; empty: none
    std::string trace{};               ///< folder for a trace; empty: none
    /// No option: what the program sets, as ContextOptions::ranks.
    const runtime::Ranks* ranks = nullptr;

    /// For a Context without a trace; see Trace::context().
    runtime::ContextOptions context() const {
        return {.cpus = cpus,
                .gpus = gpus,
                .policy = policy,
                .ranks = ranks,
                .placements = placements};
    }
};

/// Takes these options, as `--cpus 4` or `--cpus=4`, and removes them from argc
/// and argv, which ends with a null pointer as before; `--` and what follows it
/// are left alone.  --help-tasuki prints help() and ends the process.
/// @throws UsageError  a value is missing or wrong; names the option
Options take_options(int& argc, char** argv);

/// A line for each option.
std::string help();

}  // namespace tasuki::program
