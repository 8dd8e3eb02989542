// How a program ends that cannot go on: one clear line, clean-up, exit code.
//
// The library throws what goes wrong, from its workers too (first_failure.hpp).
// Crashes, StarPU's own abort and what a user waits for in vain are the
// business of the program, which may end itself here; the library ends nobody.
#pragma once

#include <array>
#include <cstddef>

#include "runtime/core/error.hpp"

namespace tasuki::runtime {

/// Called before a failing process ends; must be async-signal-safe.
using CleanUp = void (*)() noexcept;

/// Registers the function that removes half-written files; replaces the last.
void set_clean_up(CleanUp clean_up) noexcept;

/// Called by fail() before it speaks; must be async-signal-safe.
/// @return  what comes before the message; null: another process has said why
using Spokesman = const char* (*)() noexcept;

/// Registers who knows of other processes that fail for the same reason.
void set_spokesman(Spokesman spokesman) noexcept;

/// Writes "tasuki: error: <message>" to stderr, cleans up, and exits at
/// once with `code`; safe from any thread.  If it is called while it cleans up,
/// it exits with the first code.
[[noreturn]] void fail(ExitCode code, const char* message) noexcept;

/// What is wrong where `bytes` of host memory cannot be had.
std::array<char, 256> without_memory(std::size_t bytes) noexcept;

/// Ends the process, as fail() does.
using LastResort = void (*)(ExitCode, const char* message) noexcept;

/// Registers what a program does where the library cannot go on, and has nobody
/// to throw it to: StarPU gets no memory, another machine is gone while this
/// one waits in MPI, and, with several ranks, a task has failed.
void set_last_resort(LastResort last_resort) noexcept;

/// Calls that; without one it logs the message, and returns.
void use_last_resort(ExitCode code, const char* message) noexcept;

/// Lets StarPU's watchdog, where STARPU_WATCHDOG_TIMEOUT asks for it, warn in
/// the log or, where STARPU_WATCHDOG_CRASH asks for that, call fail().  Called
/// by Context.
void report_starpu_watchdog() noexcept;

}  // namespace tasuki::runtime
