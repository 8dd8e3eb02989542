// main() of the programs that run the commands of `tasuki`.
#pragma once

#include <vector>

#include "drivers/common/cli_fwd.hpp"

namespace tasuki::drivers {

struct Program {
    /// The word in front of its commands; null if there is none.
    const char* group;
    /// What adds its commands.
    std::vector<void (*)(CLI::App& parent)> commands;
    /// Whether the ranks of a launcher may run together what was asked; null
    /// if they never may.
    bool (*takes_ranks)(const CLI::App& command) = nullptr;
    /// Whether help is of all programs; this one then has one command.
    bool lists_all = false;
};

/// Always, as Program::takes_ranks.
bool always(const CLI::App& command);

/// Parses, runs the command, and turns every error into one line on stderr and
/// the documented exit code, which it returns.
int run_program(int argc, char** argv, const Program& program);

}  // namespace tasuki::drivers
