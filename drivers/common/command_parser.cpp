#include "drivers/common/command_parser.hpp"

#include <fmt/format.h>

#include "io/outputs.hpp"
#include "runtime/core/error.hpp"
#include "runtime/mpi/launcher.hpp"

namespace tasuki::drivers {

void check_files(const CommandParser& command) {
    // The others write none of them, and may be where their folders are not.
    if (runtime::launched_rank() != 0) return;
    using enum FileOption::Role;
    std::vector<io::NamedPath> inputs;
    std::vector<io::Output> outputs;
    for (const auto& [option, role, may_replace] : command.files)
        for (const auto& path : option->results()) {
            const auto name = option->get_name();
            if (role == input)
                inputs.push_back({name, path});
            else
                outputs.push_back({{name, path}, role == folder, may_replace});
            if (path == "-" && role != stream)
                throw runtime::UsageError(fmt::format(
                    "{}: expected a file, found -, which means standard input "
                    "or output",
                    name));
        }
    const auto* overwrite = command.get_option_no_throw("--overwrite");
    io::check_outputs(inputs, outputs, overwrite && overwrite->count() > 0);
}

}  // namespace tasuki::drivers
