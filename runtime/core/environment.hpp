// The variables of the environment that StarPU reads, looked at before it does:
// where a value makes no sense it would end the process or run something else.
#pragma once

#include <filesystem>

#include "runtime/core/environment_changes.hpp"
#include "runtime/core/ranks.hpp"

namespace tasuki::runtime {

/// The number in a variable; -1 where it is not set.
/// @throws UsageError  another text than a whole number from 0
long whole_number(const char* name);

/// What a Context has to know of the environment.
struct Environment {
    const char* policy;  ///< STARPU_SCHED, which wins over options; or nullptr
    bool watchdog;       ///< whether Tasuki's own watches, for 300 s
    std::filesystem::path home;  ///< in which StarPU keeps what it measures
};

/// A line on the log, once, with the variables of StarPU that the user has set.
void say_what_is_set();

/// Sets what StarPU reads from its environment alone, for as long as `changes`
/// lives, after say_what_is_set():
/// STARPU_SILENT, unless the log shows debug messages; two workers per GPU;
/// and gives StarPU a folder for its measurements (home.hpp).
/// STARPU_HOSTNAME, where CUDA_VISIBLE_DEVICES or its like leaves some GPUs
/// out: StarPU measures anew when it sees another number of GPUs than before.
/// STARPU_WATCHDOG_TIMEOUT=0 is no watchdog at all.
/// @throws UsageError        a variable that is not the number it has to be
/// @throws UnavailableError  STARPU_NCPU above the CPUs of this process; no
///                           folder that can be written
Environment prepare_environment(EnvironmentChanges& changes,
                                const Ranks& ranks);

}  // namespace tasuki::runtime
