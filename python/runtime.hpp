// The one Context of the module: who may use it, and what ends with it.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "runtime/core/context.hpp"

namespace tasuki::python {

/// What the Context is made with.
struct Settings {
    int cpus = -1;        ///< logical CPUs; -1: all
    int gpus = -1;        ///< -1: all there are
    int cpu_workers = 1;  ///< that share the CPUs
    std::string placement = "dynamic";
};

/// Marks that this thread runs Python of the user in a kernel or while it
/// records a graph.  States that are dropped meanwhile end later, as their end
/// may wait for tasks.
class Inside {
  public:
    enum class What { nothing, kernel, recording };
    explicit Inside(What what);
    ~Inside();
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;
    /// Returns what this thread is in now.
    static What what();

  private:
    What before_;
};

/// As long as it lives, other threads of Python run, and the Context is for the
/// thread that made it alone.  No object of Python may be touched meanwhile,
/// and no second one made, unless the thread takes the lock of Python again.
class Computing {
  public:
    /// @throws UsageError  in a kernel, or in a process that was forked from
    ///                     one with a Context
    Computing();

    /// Says what the next Context is made with.
    /// @throws UsageError  there is a Context, or a number or placement that no
    ///                     part of the module knows
    void configure(const Settings& settings) const;
    /// Makes the Context with other numbers than configure() has said.
    /// @throws UsageError        there is one, or as configure() and context()
    /// @throws UnavailableError  as context()
    void start(const Settings& settings) const;
    /// Returns what configure() was told.
    const Settings& settings() const;
    /// Made at first use.
    /// @throws UsageError        after the end of the interpreter has begun
    /// @throws UnavailableError  what configure() asked for is not here
    runtime::Context& context() const;
    const std::string& placement() const { return settings().placement; }

    /// For long calls, between steps: lets handlers of signals run.
    /// @throws nanobind::python_error  one of them raised, as for Ctrl-C
    void check_signals() const;
    /// Calls work(k), which computes k steps and waits for them, until n steps
    /// are done.  k is chosen so that a call takes about a tenth of a second,
    /// and signals are checked between two calls.
    void repeat(std::int64_t n,
                const std::function<void(std::int64_t)>& work) const;

    /// Ends the Context, if there is one, and all states.  The next call of
    /// context() makes a new one.
    void end_context() const;
    /// Calls end_context() if a task has failed.
    void end_failed_context() const;

  private:
    nanobind::gil_scoped_release release_;
    std::unique_lock<std::recursive_mutex> lock_;
};

/// Holds it until drop() or the end of the Context, which comes after.
void hold(const std::shared_ptr<void>& state);
/// Lets a state end, unless it has.  Any thread may call; the state ends later
/// if the thread is Inside something.
void drop(const std::weak_ptr<void>& state) noexcept;
/// The message for objects of Python that outlive the Context.
[[noreturn]] void refuse_without_state();

/// What an object of Python has of the Context.  It may be destroyed before the
/// object is, as at the end of the interpreter.
template <class State>
class Held {
  public:
    /// @param make  gives a std::shared_ptr<State> for a Computing
    template <class Make>
    explicit Held(const Make& make) {
        const Computing computing;
        computing.end_failed_context();
        const std::shared_ptr<State> state = make(computing);
        hold(state);
        state_ = state;
    }
    ~Held() { drop(state_); }
    Held(Held&&) noexcept = default;
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;

    bool is_alive() const { return !state_.expired(); }
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
