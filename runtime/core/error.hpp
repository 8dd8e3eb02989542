// The errors of Tasuki, each with the exit code that a driver returns for it.
#pragma once

#include <cstdint>
#include <exception>
#include <source_location>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tasuki::runtime {

/// Exit codes of every driver; documented in docs/scripts.md.
enum class ExitCode : int {
    done = 0,
    bad_input = 2,    ///< bad usage or bad input
    unavailable = 3,  ///< the requested device, policy or feature is missing
    numerics = 4,     ///< no convergence, NaN
    fault = 70,       ///< a bug, or a device that failed
    interrupted = 130
};

/// Base of everything that Tasuki throws on purpose.
class Error : public std::runtime_error {
  public:
    /// @param what  names what is wrong, where, and what to do
    Error(ExitCode code, const std::string& what)
        : std::runtime_error(what), code_{code} {}
    /// What a program that ends for this error returns.
    ExitCode exit_code() const noexcept { return code_; }

  private:
    ExitCode code_;
};

/// A request of the caller or the user breaks a documented rule.
struct UsageError : Error {
    /// @param what  names the value and the rule
    explicit UsageError(const std::string& what)
        : Error(ExitCode::bad_input, what) {}
};

/// The requested device, policy or feature is missing; says how to get it.
struct UnavailableError : Error {
    /// @param what  says what is missing, and how to get it
    explicit UnavailableError(const std::string& what)
        : Error(ExitCode::unavailable, what) {}
};

/// Of these, a GPU.
struct NoGpuError : UnavailableError {
    using UnavailableError::UnavailableError;  ///< with the same message
};

/// The numerics failed: NaN, or no convergence.
struct NumericsError : Error {
    /// @param what  names the quantity, and where it failed
    explicit NumericsError(const std::string& what)
        : Error(ExitCode::numerics, what) {}
};

/// A call of StarPU, MPI or the system failed unexpectedly.
struct FaultError : Error {
    /// @param code  an errno, which the message has in words
    FaultError(std::string_view call, int code, std::source_location where);
    /// @param what  the whole message, of what has no errno
    explicit FaultError(const std::string& what)
        : Error(ExitCode::fault, what) {}
};

/// A call of a GPU's toolkit failed.
struct DeviceError : Error {
    /// @param call  what was asked for
    /// @param why   in the words of the toolkit; "out of memory" makes it
    ///              ExitCode::unavailable
    DeviceError(std::string_view call, std::string_view why);
};

/// A kernel threw, or a call of a GPU failed in it.  The Context has failed
/// then: tasks that come later do nothing.
class TaskFailed : public Error {
  public:
    /// @param part   TraceLabel::part of the task; -1: it has none
    /// @param cause  what the kernel threw; its exit code is that of this
    TaskFailed(std::string kernel, int part, std::exception_ptr cause);
    /// Its name.
    const std::string& kernel() const noexcept { return kernel_; }
    /// TraceLabel::part of the task; -1: it has none.
    int part() const noexcept { return part_; }
    /// What the kernel threw.
    const std::exception_ptr& cause() const noexcept { return cause_; }

  private:
    std::string kernel_;
    int part_;
    std::exception_ptr cause_;
};

/// Context::cancel() was called.
struct Cancelled : Error {
    /// @param why  in words
    explicit Cancelled(const std::string& why)
        : Error(ExitCode::interrupted, why) {}
};

/// Another rank has failed, or cannot be reached any more; so has the Context
/// of this one.
struct RankFailed : Error {
    /// @param what  names the rank, or its machine
    explicit RankFailed(const std::string& what)
        : Error(ExitCode::fault, what) {}
};

/// Throws FaultError unless `rc` (0, or a negative errno) is 0.
void check(int rc, std::string_view call,
           std::source_location where = std::source_location::current());

}  // namespace tasuki::runtime
