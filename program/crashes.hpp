// Crashes as clear errors, for a program's main(): the library installs no
// handlers by itself.
#pragma once

namespace tasuki::program {

/// Turns a crash (SIGSEGV, SIGBUS, SIGILL, SIGFPE) into a call of fail(),
/// unless a debugging tool handles it already.  MPI_Init comes later, or its
/// own handlers would win.
void catch_crashes() noexcept;

/// Turns abort() (StarPU's answer to a device error) and std::terminate() into
/// a call of fail().
void catch_failures() noexcept;

}  // namespace tasuki::program
