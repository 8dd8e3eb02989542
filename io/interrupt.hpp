// Ctrl-C and kill: stop at once, or after a checkpoint, and leave no
// half-written file behind.
#pragma once

#include <sys/types.h>

#include <csignal>
#include <stdexcept>
#include <string>

namespace tasuki::io {

/// Installs the handlers of SIGINT, SIGTERM and SIGHUP: one line on stderr,
/// every registered temporary file removed, exit code 128 + signal (130, 143,
/// 129), unless DeferredSignals notes them.  The process ends without
/// destructors, so a GPU or a worker thread in mid-kernel cannot delay it.  A
/// failure that ends the process removes the same files
/// (runtime/core/failure.hpp). A child process that a ChildGuard names is
/// stopped first.
void handle_interrupts();

/// While it lives, the first SIGINT or SIGTERM and every SIGUSR1 are only
/// noted, for a run that writes a checkpoint then.  A second one, 0.1 s later
/// or more, stops at once, and so does the SIGTERM of a launcher after a rank
/// has ended.
class DeferredSignals {
  public:
    DeferredSignals();  ///< one at a time
    ~DeferredSignals();
    DeferredSignals(const DeferredSignals&) = delete;
    DeferredSignals& operator=(const DeferredSignals&) = delete;

    /// SIGINT or SIGTERM if there was one, or SIGUSR1 if there was one since
    /// the last call, or 0.
    int take() noexcept;

  private:
    struct sigaction before_;  // of SIGUSR1
};

/// A run that such a signal ended, after its checkpoint was written.
class Interrupted : public std::runtime_error {
  public:
    /// @param where  the run was: "step 12"
    Interrupted(int signal, const std::string& where,
                const std::string& checkpoint);
    int exit_code() const noexcept { return 128 + signal_; }

  private:
    int signal_;
};

/// Whether a run ends after the checkpoint that this signal asked for.
inline bool ends_run(int signal) {
    return signal == SIGINT || signal == SIGTERM;
}

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
