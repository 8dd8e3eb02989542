// The one Context of the module: who may use it, and what ends with it.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <mutex>
#include <string>

#include "runtime/core/context.hpp"

namespace tasuki::python {

/// What the Context is made with.
struct Settings {
    int cpus = -1;  ///< logical CPUs; -1: all
    int gpus = -1;  ///< -1: all there are
    std::string placement = "dynamic";
};

/// As long as it lives, other threads of Python run, and the Context is for the
/// thread that made it alone.  No object of Python may be touched meanwhile.
class Computing {
  public:
    /// @throws UsageError  in a process that was forked from one with a Context
    Computing();

    /// Made at first use.
    /// @throws UsageError        after the end of the interpreter has begun
    /// @throws UnavailableError  what configure() asked for is not here
    runtime::Context& context() const;
    /// What configure() was told.
    const std::string& placement() const;

    /// For long calls, between steps: lets handlers of signals run.
    /// @throws nanobind::python_error  one of them raised, as for Ctrl-C
    void check_signals() const;

  private:
    nanobind::gil_scoped_release release_;
    std::unique_lock<std::recursive_mutex> lock_;
};

/// @throws UsageError  there is a Context, or a number or placement that no
///                     part of the module knows
void configure(const Settings& settings);

/// Holds it until drop() or the end of the Context, which comes after.
void hold(const std::shared_ptr<void>& state);
/// Does nothing where it has ended.
void drop(const std::weak_ptr<void>& state) noexcept;
/// The message for objects of Python that outlive the Context.
[[noreturn]] void refuse_without_state();

/// What an object of Python has of the Context.  It may be destroyed before the
/// object is, at the end of the interpreter.
template <class State>
class Held {
  public:
    /// @param make  gives a std::shared_ptr<State> for a Computing
    template <class Make>
    explicit Held(const Make& make) {
        const Computing computing;
        const std::shared_ptr<State> state = make(computing);
        hold(state);
        state_ = state;
    }
    ~Held() { drop(state_); }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;

    /// Valid as long as the Computing.
    /// @throws UsageError  it has ended
    State& get(const Computing&) const {
        const auto state = state_.lock();
        if (!state) refuse_without_state();
        return *state;
    }

  private:
    std::weak_ptr<State> state_;
};

}  // namespace tasuki::python
