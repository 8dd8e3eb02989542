// Options in a file: `--config run.toml` reads them, `--write-config run.toml`
// writes those of this run.
#pragma once

#include <string>
#include <vector>

#include "drivers/common/cli_fwd.hpp"

namespace tasuki::drivers {

/// Adds both options to each command below `app` that has options here.
void add_config_options(CLI::App& app);

/// Words of the command line, with the options of the file that --config names
/// behind them, but for options that the line has itself.
/// @param app    with the command that the words name
/// @param words  without the program
/// @throws UsageError  the file cannot be read, is no TOML, or has an option
///                     that the command has not
std::vector<std::string> with_config(const CLI::App& app,
                                     std::vector<std::string> words);

/// Writes the file that --write-config names, if it names one.
void write_config(const CLI::App& command);

}  // namespace tasuki::drivers
