// What a program does beside its tasks: files, pictures.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "runtime/core/array.hpp"
#include "runtime/core/task.hpp"

namespace tasuki::runtime {

class FirstFailure;

/// Calls functions on threads that are no worker's: one after another, in the
/// order in which they come, or several at once.  Each is a task: counted and
/// traced.  Context::wait() does not wait for them; the destructor and that of
/// the Context do.  What the first function throws that fails, add() or wait()
/// throws as it is, and no later function is called.
///
///   Background output{context};
///   while (...) {
///       graph.run();
///       output.add("write", [state = copy()] { write(state); });
///   }
///   output.wait();
///
/// A function may use what it has captured alone: no array, and nothing that
/// the program changes meanwhile.
class Background {
  public:
    /// @param at_once  functions that may run at the same time.  One more may
    ///                 wait, then add() does: what functions have captured
    ///                 takes memory.  0: add() calls them itself.
    explicit Background(Context& context, std::size_t at_once = 1);

    /// Without a worker of CPUs it calls the function itself, too.
    /// @param name  as that of a lambda (submit)
    /// @throws as submit(); UsageError  a graph is recorded; what a function
    ///         before has thrown
    void add(std::string_view name, std::function<void()> function);
    /// Whether add() would wait now, or call the function itself.
    bool is_full() const;
    /// Waits for all functions.
    /// @throws as Context::wait(); what a function has thrown
    void wait();
    /// What add() and wait() have waited [s].
    double waited() const { return waited_; }

  private:
    struct Call;
    class Waited;

    bool calls_itself() const;
    void wait_for_first();

    Context& context_;
    std::shared_ptr<FirstFailure> error_;  // tasks have it, too
    std::vector<Array<char>> order_;       // functions that have one take turns
    std::size_t added_ = 0;
    std::deque<Task> open_;
    double waited_ = 0;
};

}  // namespace tasuki::runtime
