// Where the library says what it does.
#pragma once

#include <spdlog/logger.h>

namespace tasuki::runtime {

/// The logger named "tasuki": the program's, where one is registered under that
/// name with spdlog, else one of the library that writes warnings and errors to
/// stderr.  Stdout belongs to the program.
spdlog::logger& logger();

}  // namespace tasuki::runtime
