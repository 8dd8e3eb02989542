// The parser of a command, with what its options say of files.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

namespace tasuki::drivers {

/// An option that names a file or folder.
struct FileOption {
    enum class Role { input, file, stream, folder };
    const CLI::Option* option;
    Role role;
    std::string may_replace{};  ///< see io::Output
};

class CommandParser : public CLI::App {
  public:
    CommandParser(std::string summary, std::string name, CLI::App* parent)
        : App{std::move(summary), std::move(name), parent} {}

    std::vector<FileOption> files;
};

/// Refuses outputs by which something would be lost; on the first rank only,
/// which writes them.
/// @throws UsageError  as io::check_outputs()
void check_files(const CommandParser& command);

}  // namespace tasuki::drivers
