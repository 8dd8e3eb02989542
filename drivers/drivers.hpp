// The subcommands of `tasuki`: each adds its options and its callback.
#pragma once

#include <string_view>

#include "drivers/common/cli_fwd.hpp"

namespace tasuki::drivers {

#define TASUKI_COMMAND(group, name, program, add, ranks, summary) \
    void add(CLI::App& parent);
#include "drivers/commands.def"
#undef TASUKI_COMMAND

/// Adds the command `name` of the table in commands.hpp to its group, or to
/// the program itself.
CLI::App& add_command(CLI::App& parent, std::string_view name);

}  // namespace tasuki::drivers
