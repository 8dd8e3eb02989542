// The subcommands of `tasuki`: each adds its options and its action.
#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include "drivers/common/options.hpp"

namespace tasuki::drivers {

#define TASUKI_COMMAND(group, name, program, add, ranks, summary) \
    void add(CLI::App& parent);
#include "drivers/commands.def"
#undef TASUKI_COMMAND

/// Adds the command `name` of the table in commands.hpp to its group, or to
/// the program itself.
CLI::App& add_command(CLI::App& parent, std::string_view name);

/// Adds it with its action, run(options). The caller declares the options,
/// which live as long as the command.
template <class Options>
std::pair<CLI::App&, Options&> add_command(CLI::App& parent,
                                           std::string_view name,
                                           void (*run)(const Options&)) {
    CLI::App& command = add_command(parent, name);
    const auto options = std::make_shared<Options>();
    set_action(command, [run, options] { run(*options); });
    return {command, *options};
}

}  // namespace tasuki::drivers
