// Asks another `tasuki`, or another program, something, and reads its JSON.
#pragma once

#include <string>
#include <vector>

#include "drivers/common/child_process.hpp"
#include "json/json.hpp"

namespace tasuki::drivers {

struct Answer {
    ChildEnd end;
    Json json;  ///< null unless it ended with exit code 0
};

/// Runs `BEFORE tasuki ARGUMENTS --json FILE`.
/// @param file     where the child writes; removed afterwards
/// @param seconds  after which it is stopped
/// @param changes  of its environment, as run_child()
/// @throws UnavailableError  it cannot be started
/// @throws InputError        it ended well, but left no JSON there
Answer ask_tasuki(const std::vector<std::string>& before,
                  const std::vector<std::string>& arguments,
                  const std::string& file, int seconds,
                  const std::vector<std::string>& changes = {});

/// Runs `WORDS --json FILE`, a program of anybody's; else as ask_tasuki().
Answer ask_program(std::vector<std::string> words, const std::string& file,
                   int seconds, const std::vector<std::string>& changes = {});

/// Of a command that stands in one text: its words are separated by blanks.
std::vector<std::string> words_of(const std::string& command);

/// Ends this program as another one ended.
/// @throws Error  with that exit code, if it is one of Tasuki's for an error,
/// or
///                else with that of a fault
[[noreturn]] void throw_as(int exit_code, const std::string& what);

/// The line that says why a child failed: its last error, or what it said last;
/// empty if it said nothing.
std::string last_words(const std::string& said);

}  // namespace tasuki::drivers
