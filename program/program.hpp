// main() of a program that has the options of options.hpp:
//
//   int main(int argc, char** argv) {
//       int n = 1000;
//       return program::run_program(
//           argc, argv,
//           {.name = "sum", .options = {{"--n", &n, "numbers"}}},
//           [&](runtime::Context& context, program::Run& run) {
//               ...                                  // make the arrays
//               run.time([&] { /* submit the tasks of one repetition */ });
//               run.check("error", error, 1e-6);
//           });
//   }
//
// It prints a line with times and numbers of the Run, or with `--json -` the
// result.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "program/options.hpp"
#include "program/run.hpp"
#include "runtime/core/context.hpp"

namespace tasuki::program {

/// What run_program() needs to know of a program.
struct Program {
    std::string name;               ///< before its line and its errors
    std::string about{};            ///< what it does, for --help
    std::vector<Option> options{};  ///< its own
    /// The processes that work together: runtime::mpi_ranks.  Null: this one
    /// alone.
    const runtime::Ranks& (*ranks)() = nullptr;
    /// What it needs; options of the user win.
    runtime::ContextOptions context{};
};

/// Takes the options, makes a Context, calls `body`, which times what it has to
/// do, and writes --json and --trace.  Errors are a line on stderr.
/// @return the exit code; 0 for --help
int run_program(
    int argc, char** argv, const Program& program,
    const std::function<void(runtime::Context& context, Run& run)>& body);

}  // namespace tasuki::program
