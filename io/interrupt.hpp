// Ctrl-C and kill: stop at once, leave no half-written file behind.
#pragma once

#include <sys/types.h>

#include <string>

namespace tasuki::io {

/// Installs the handlers of SIGINT, SIGTERM and SIGHUP: one line on stderr,
/// every registered temporary file removed, exit code 128 + signal (130, 143,
/// 129).  The process ends without destructors, so a GPU or a worker thread
/// in mid-kernel cannot delay it.  A failure that ends the process removes the
/// same files (runtime/failure.hpp).  A child process that a ChildGuard names
/// is stopped first.
void handle_interrupts();

/// Names a file, or a folder for such files, that must not survive an
/// interrupt, for as long as it lives.  A folder that holds more stays.
class TemporaryFileGuard {
  public:
    /// Call it before the file is created: a missing file does no harm, one
    /// that is not registered yet would stay.  `path` must be absolute.
    /// @throws UsageError when the path is too long for the handler's table
    /// or too many files are open at the same time.
    explicit TemporaryFileGuard(const std::string& path);
    ~TemporaryFileGuard() { release(); }
    TemporaryFileGuard(const TemporaryFileGuard&) = delete;
    TemporaryFileGuard& operator=(const TemporaryFileGuard&) = delete;

    /// The file is no temporary one any more.
    void release() noexcept;

  private:
    int slot_;
};

/// Names the child that must not go on after an interrupt, for as long as it
/// lives: SIGTERM to its process group, and SIGKILL two seconds later.
class ChildGuard {
  public:
    /// @param leader  of the child's process group; one at a time
    explicit ChildGuard(pid_t leader) noexcept;
    ~ChildGuard();
    ChildGuard(const ChildGuard&) = delete;
    ChildGuard& operator=(const ChildGuard&) = delete;
};

/// Ends a process group as an interrupt does, and waits for its leader, a
/// child of this process; async-signal-safe.
/// @param seconds  from SIGTERM to SIGKILL
void stop_process_group(pid_t leader, int seconds) noexcept;

}  // namespace tasuki::io
