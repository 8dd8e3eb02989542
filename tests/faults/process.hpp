// Runs a program under what a case does to its process.
#pragma once

#include <sys/resource.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tasuki::faults {

/// What a program is started with.
struct Start {
    std::vector<std::string> words;
    std::string folder;                               ///< it runs there
    std::map<std::string, std::string> environment;   ///< all of it
    std::vector<std::pair<int, rlim_t>> limits = {};  ///< RLIMIT_..., value
    std::vector<int> closed = {};                     ///< descriptors
    std::string input = "/dev/null", output, errors;  ///< files
    int signal = 0;            ///< sent after `delay`; 0 for none
    double delay = 0;          ///< [s]
    bool reader_gone = false;  ///< stdout is a pipe that nobody reads
};

struct End {
    int code;      ///< minus the signal that ended it
    bool hung;     ///< it was killed after kPatience
    bool orphans;  ///< a process of its own was left running
    double seconds;
};

/// No command of a case takes a second; a busy machine may take twenty.
inline constexpr double kPatience = 60;  ///< [s]

End run(const Start& start);

}  // namespace tasuki::faults
