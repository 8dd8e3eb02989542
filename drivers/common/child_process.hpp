// Runs a program to its end, and remembers what it said on stderr.
#pragma once

#include <string>
#include <vector>

namespace tasuki::drivers {

struct ChildEnd {
    int exit_code;     ///< -1 if a signal ended it
    int signal;        ///< 0 if it ended by itself
    bool over_time;    ///< it was stopped after `seconds`
    std::string said;  ///< the last 64 KiB of its stderr
};

/// Waits for it.  Its stdin is /dev/null.  The child leads a process
/// group of its own, which an interrupt of this process stops; it also ends
/// when this process is killed.
/// @param words    program, looked for in PATH unless it has a slash, and
///                 arguments
/// @param seconds  after which it is stopped
/// @param printed  gets what it wrote on stdout; null: that is /dev/null
/// @param changes  of its environment: NAME=VALUE, or NAME to take it away
/// @throws UnavailableError  the program cannot be started, and why
ChildEnd run_child(const std::vector<std::string>& words, int seconds,
                   std::string* printed = nullptr,
                   const std::vector<std::string>& changes = {});

}  // namespace tasuki::drivers
