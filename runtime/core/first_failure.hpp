// The first of the exceptions that several threads throw.  For runtime/ alone.
#pragma once

#include <atomic>
#include <exception>
#include <mutex>

#include "runtime/core/error.hpp"

namespace tasuki::runtime {

/// The first failure of a Context, a loop or a chain of functions, which it
/// tells to every caller from then on.  Any thread may call.
class FirstFailure {
  public:
    /// @param error  is thrown by check(), unless another one came before
    void note(std::exception_ptr error) noexcept;
    /// Whether there is one.
    bool any() const noexcept { return any_.load(std::memory_order_acquire); }
    /// Called once with the first one, by the thread that notes it.
    void (*tell)(const Error& error) noexcept = nullptr;
    /// Throws it, if there is one.
    void check() const {
        if (any()) rethrow();
    }

  private:
    [[noreturn]] void rethrow() const;

    std::once_flag once_;
    std::exception_ptr first_;
    std::atomic<bool> any_{false};
};

/// Lets the Context of the process fail, where there is one: for threads that
/// cannot throw.
void note_failure(std::exception_ptr error) noexcept;

}  // namespace tasuki::runtime
