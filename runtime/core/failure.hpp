// The one place where a failure that cannot be thrown ends the process.
//
// Workers are StarPU's threads: an exception there would be lost, and a task
// that never ends is a hang.  So failed device calls, uncaught exceptions,
// StarPU's own abort and the watchdogs all come here: one clear line, clean-up,
// exit code.
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

/// The name of the codelet that this thread runs, for messages.
const char* running_codelet() noexcept;

/// Writes "tasuki: error: <message>" to stderr, cleans up, and exits at
/// once with `code`; safe from any thread.  If it is called while it cleans up,
/// it exits with the first code.
[[noreturn]] void fail(ExitCode code, const char* message) noexcept;

/// fail() for a device call, with the codelet that was running.
[[noreturn]] void fail_on_device(const char* call, const char* why) noexcept;

/// What is wrong where `bytes` of host memory cannot be had.
std::array<char, 256> without_memory(std::size_t bytes) noexcept;

/// fail() with that.
[[noreturn]] void fail_without_memory(std::size_t bytes) noexcept;

/// Lets StarPU's watchdog, where STARPU_WATCHDOG_TIMEOUT asks for it, warn in
/// the log or, where STARPU_WATCHDOG_CRASH asks for that, call fail().  Called
/// by Context.
void report_starpu_watchdog() noexcept;

}  // namespace tasuki::runtime
