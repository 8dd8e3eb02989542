// `tasuki`: finds the program that runs a command, and becomes it. It links
// nothing but the standard library and reads no option, so that it costs a
// millisecond; the program reads the same words again, as they were typed.
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

#include "drivers/commands.hpp"

namespace {

namespace fs = std::filesystem;
using tasuki::drivers::kCommands, tasuki::drivers::kHomeProgram;

/// The words that are no options, nor values of those that may stand in front
/// of a command.
std::vector<std::string_view> plain_words(int argc, char** argv) {
    std::vector<std::string_view> words;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--log-level" || word == "--machine" || word == "--ranks" ||
            word == "--ranks-per-node")
            ++i;
        else if (word == "-h" || word == "--help" || word == "--version")
            break;  // what follows is not looked at
        else if (!word.starts_with('-'))
            words.push_back(word);
    }
    return words;
}

/// A group whose commands are all in one program needs no second word.
std::string_view program_of(const std::vector<std::string_view>& words) {
    if (words.empty()) return kHomeProgram;
    std::string_view found;
    for (const auto& command : kCommands) {
        if (command.group.empty()
                ? command.name == words[0]
                : command.group == words[0] && words.size() > 1 &&
                      command.name == words[1])
            return command.program;
        if (command.group != words[0]) continue;
        if (found.empty())
            found = command.program;
        else if (found != command.program)
            found = kHomeProgram;
    }
    return found.empty() ? kHomeProgram : found;
}

}  // namespace

int main(int argc, char** argv) {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    // For drivers/common/time_spent.hpp.
    ::setenv("TASUKI_BEGAN",
             std::to_string(now.tv_sec * 1'000'000'000 + now.tv_nsec).c_str(),
             1);
    const auto name = program_of(plain_words(argc, argv));
    std::error_code error;
    const fs::path here = fs::read_symlink("/proc/self/exe", error);
    const auto program = (here.parent_path() / TASUKI_PROGRAMS_FROM_BIN /
                          ("tasuki-" + std::string{name}))
                             .lexically_normal();
    // The program binds its threads itself. libgomp would bind the main thread,
    // and so all that comes of it, to one CPU before main().
    for (const char* name :
         {"OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY"})
        ::unsetenv(name);
    ::execv(program.c_str(), argv);
    const int reason = errno;
    std::fprintf(stderr, "tasuki: error: %s: %s%s\n", program.c_str(),
                 std::strerror(reason),
                 reason == ENOENT
                     ? " (this build lacks it: `ninja` builds all, "
                       "`./tasuki` what a command needs)"
                     : "");
    return 3;
}
