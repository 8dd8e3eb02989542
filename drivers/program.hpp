// main() of the programs that run the commands of `tasuki`.
#pragma once

#include <string_view>
#include <vector>

#include "drivers/common/cli_fwd.hpp"

namespace tasuki::drivers {

/// What a program runs of the table in commands.def.
struct Program {
    std::string_view name;
    std::vector<void (*)(CLI::App& parent)> commands;  ///< add their options
};

/// Parses, runs the command, and turns every error into one line on stderr and
/// the documented exit code, which it returns.
int run_program(int argc, char** argv, const Program& program);

}  // namespace tasuki::drivers
