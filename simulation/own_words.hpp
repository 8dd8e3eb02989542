// The command line of this process, for those who have no argv.
#pragma once

#include <string>
#include <vector>

namespace tasuki::runtime {

/// What this process was started with, the program's name first.
std::vector<std::string> own_words();

}  // namespace tasuki::runtime
