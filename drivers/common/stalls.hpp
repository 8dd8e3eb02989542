// What commands do with tasks that make no progress.
#pragma once

#include "runtime/core/context.hpp"

namespace tasuki::drivers {

/// A warning each time, and the end of the process with exit code 70 where
/// nothing can move any more: a run that waits for ever must not keep its
/// machine.  The first time is that of the environment variable
/// TASUKI_STALL_SECONDS [s], or 300 s; 0: never.
/// @throws UsageError  the variable is not a number from 0
runtime::Stalls stalls();

}  // namespace tasuki::drivers
