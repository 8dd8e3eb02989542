// What is wrong with a command line, in one line that names the wrong word.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "drivers/common/cli_fwd.hpp"

namespace tasuki::drivers {

/// "unknown subcommand 'wilso', did you mean 'wilson'?; see `tasuki --help`".
/// CLI11 itself says only that a subcommand is required.
/// @param app  the root, after it threw `error` while it parsed
std::string describe(const CLI::App& app, const CLI::ParseError& error);

/// The innermost command that was named.
const CLI::App& innermost(const CLI::App& app);

/// The candidate that `word` is most probably a slip of: at most a third of its
/// letters inserted, left out, exchanged or swapped; empty if there is none.
std::string closest(std::string_view word,
                    const std::vector<std::string>& candidates);

}  // namespace tasuki::drivers
