// Runs the CLI as a user would.
#pragma once

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <string>

#include "json/json.hpp"
#include "tests/folder.hpp"
#include "tests/paths.hpp"
#include "tests/skip.hpp"
#include "tests/starpu_says.hpp"

namespace tasuki::test {

struct CliResult {
    int code;
    std::string out;  ///< stdout
    std::string log;  ///< stderr
};

/// As the shell reads it.
inline CliResult run_command(const std::string& words) {
    const Folder folder;
    const std::string command = words + " >" + (folder / "out") + " 2>" +
                                (folder / "log") + " </dev/null";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1,
            read_file(folder / "out"),
            without_packaging_lines(read_file(folder / "log"))};
}

/// `BEFORE tasuki ARGUMENTS`.
inline CliResult run_cli(const std::string& arguments,
                         const std::string& before = "") {
    return run_command(before + "'" + cli_path() + "' " + arguments);
}

/// Whether the program of the command is not built, which is then said: a part
/// of the tests runs in builds of some programs.
inline bool is_missing(const CliResult& result) {
    const bool missing =
        result.code == 3 &&
        result.log.find("this build lacks it") != std::string::npos;
    if (missing) skip_part("commands that ./tasuki test --all builds");
    return missing;
}

/// What a run that ended well has printed as JSON.
inline Json json_of(const CliResult& result) {
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    return Json::parse(result.out);
}

/// The result of `tasuki ARGUMENTS --json -`.
inline Json cli_json(const std::string& arguments) {
    CAPTURE(arguments);
    return json_of(run_cli(arguments + " --json -"));
}

/// One line on stderr, nothing on stdout, exit code 2.
inline bool refused(const CliResult& result) {
    return result.code == 2 && result.out.empty() &&
           result.log.find('\n') == result.log.size() - 1;
}

}  // namespace tasuki::test
