// How a program speaks, and how it ends if something is wrong.
#pragma once

#include <exception>

namespace tasuki::drivers {

/// stdout is for results; everything said on the way goes to stderr. Text that
/// a message quotes, perhaps from a file, is made printable.
void set_up_log();

/// Says what was wrong, once for all ranks, which end together.
/// @return  the exit code
int end_run(const std::exception& e);

}  // namespace tasuki::drivers
