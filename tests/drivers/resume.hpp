// What the tests of runs that go on from a file share.
#pragma once

#include <utility>
#include <vector>

#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"

namespace tasuki::test {

/// Runs a command, which has to end well, with a checkpoint.
/// @return the path of the checkpoint, which is NAME in the folder
inline std::string saved(const Folder& folder, const std::string& name,
                         const std::string& command) {
    const auto file = folder / name;
    const auto result = run_cli(command + " --checkpoint " + file);
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    return file;
}

/// `goes_on`, a command that goes on from `file`, refuses each of these options
/// with the text beside it. It also refuses the file when it is cut, by name.
inline void check_disagreements(
    const std::string& goes_on, const std::string& file,
    const std::vector<std::pair<const char*, const char*>>& cases) {
    for (const auto& [options, text] : cases) {
        CAPTURE(options);
        const auto result = run_cli(goes_on + ' ' + options);
        CAPTURE(result.log);
        CHECK(refused(result));
        CHECK(contains(result.log, text));
    }
    const auto bytes = read_file(file);
    write_file(file, bytes.substr(0, bytes.size() / 2));
    const auto damaged = run_cli(goes_on);
    CHECK(refused(damaged));
    CHECK(contains(damaged.log, file));
}

}  // namespace tasuki::test
