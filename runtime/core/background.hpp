// What a program does beside its tasks: files, pictures.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <string_view>

#include "runtime/core/array.hpp"
#include "runtime/core/task.hpp"

namespace tasuki::runtime {

/// Calls functions one after another, in the order in which they come, on a
/// thread that is no worker's.  Each is a task: counted, traced and, if it
/// throws, told to who waits (TaskFailed).  Context::wait() does not wait for
/// them; the destructor and that of the Context do.
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
    /// @param most  functions that have not ended, of which add() waits for the
    ///              first: what these have captured takes memory
    explicit Background(Context& context, std::size_t most = 2);

    /// Without a worker of CPUs it calls the function itself.
    /// @param name  as that of a lambda (submit)
    /// @throws as submit(); UsageError  a graph is recorded
    void add(std::string_view name, std::function<void()> function);
    /// Waits for all functions.
    /// @throws as Context::wait()
    void wait();
    /// What add() and wait() have waited [s].
    double waited() const { return waited_; }

  private:
    void wait_for_first();

    Context& context_;
    std::size_t most_;
    Array<char> order_;  // each updates it
    std::deque<Task> open_;
    double waited_ = 0;
};

}  // namespace tasuki::runtime
