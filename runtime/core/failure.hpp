// The one place where a failure that cannot be thrown ends the process.
//
// Workers are StarPU's threads: an exception there would be lost, and a task
// that never ends is a hang.  So failed device calls, uncaught exceptions,
// StarPU's own abort and the watchdogs all come here: one clear line, clean-up,
// exit code.
#pragma once

#include <cstddef>

#include "runtime/core/error.hpp"

namespace tasuki::runtime {

/// Called before a failing process ends; must be async-signal-safe.
using CleanUp = void (*)() noexcept;

/// Registers the function that removes half-written files; replaces the last.
void set_clean_up(CleanUp clean_up) noexcept;

/// Writes "tasuki: error: <message>" to stderr, with the rank if there are
/// several, cleans up, and exits at once with `code`; safe from any thread.  If
/// it is called while it cleans up, it exits with the first code.
[[noreturn]] void fail(ExitCode code, const char* message) noexcept;

/// fail() for a device call, with the codelet that was running.
[[noreturn]] void fail_on_device(const char* call, const char* why) noexcept;

/// fail() for `bytes` of host memory that cannot be had.
[[noreturn]] void fail_without_memory(std::size_t bytes) noexcept;

/// fail() for tasks of which none has ended for `seconds`.
[[noreturn]] void fail_without_progress(double seconds) noexcept;

/// Turns a crash (SIGSEGV, SIGBUS, SIGILL, SIGFPE) into a call of fail(),
/// unless a debugging tool handles it already.  For a program's main(): the
/// library installs no handlers.  MPI_Init comes later, or its own handlers
/// would win.
void catch_crashes() noexcept;

/// Turns abort() (StarPU's answer to a device error) and std::terminate() into
/// a call of fail().  For a program's main(), as catch_crashes().
void catch_failures() noexcept;

/// Turns StarPU's watchdog, where STARPU_WATCHDOG_TIMEOUT asks for it, into a
/// call of fail().  Called by Context.
void report_starpu_watchdog() noexcept;

}  // namespace tasuki::runtime
