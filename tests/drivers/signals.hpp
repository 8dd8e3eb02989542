// Sends signals to the CLI as a batch system would.
#pragma once

#include "tests/drivers/cli.hpp"

namespace tasuki::test {

/// Starts `BEFORE tasuki ARGUMENTS` and waits for the first line of its table;
/// then SIGUSR1, until `checkpoint` is there, and soon after `signal`.
inline CliResult run_and_signal(const std::string& arguments,
                                const std::string& checkpoint,
                                const std::string& signal,
                                const std::string& before = "") {
    const Folder folder;
    const auto out = "'" + (folder / "table") + "'";
    return run_command(
        "( " + before + "'" + cli_path() + "' " + arguments + " >" + out +
        " & p=$!; until grep -q '^ *0 ' " + out +
        " || ! kill -0 $p; do sleep 0.05; done; kill -USR1 $p; until [ -e '" +
        checkpoint + "' ] || ! kill -0 $p; do sleep 0.05; done; sleep 0.3; " +
        "kill -" + signal + " $p; wait $p; code=$?; cat " + out +
        "; exit $code )");
}

}  // namespace tasuki::test
