// A piece of memory that StarPU moves to where tasks need it: what arrays and
// matrices have in common.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "runtime/core/context.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/view.hpp"

struct _starpu_data_state;

namespace tasuki::runtime {

/// StarPU's starpu_data_handle_t.
using Handle = _starpu_data_state*;

namespace detail {
struct DataState;
}

/// What Array and Matrix have in common; it can be moved, but not copied.
///
/// Its functions throw UsageError where it was moved from, or where it outlives
/// its Context; where it has a home, that then holds what its tasks left.
class Data {
  public:
    /// Of one dimension, without a home: allocated on each device where a task
    /// first needs it.  `memory`: null, or the host's memory that is its home.
    /// @throws UsageError  more than kMostElements
    Data(Context& context, void* memory, std::size_t size,
         std::size_t element_bytes);
    /// Of one dimension, whose home is memory where a worker computes.
    /// @throws UsageError  more than kMostElements
    Data(Context& context, int worker, void* memory, std::size_t size,
         std::size_t element_bytes);
    /// Of two dimensions, by columns.
    /// @throws UsageError  more than kMostElements in leading x columns, or
    ///                     `leading` is less than `rows`
    Data(Context& context, void* memory, std::size_t leading, std::size_t rows,
         std::size_t columns, std::size_t element_bytes);
    /// `other` may then only be destroyed or assigned to.
    Data(Data&& other) noexcept;
    /// Exchanges the two: what this one had ends with `other`.
    Data& operator=(Data&& other) noexcept;
    /// Waits for the tasks that use it, but for those that an exception leaves
    /// without their messages (Context); where it has a home, that then holds
    /// what they left.
    ~Data();

    /// As StarPU knows it.
    /// @throws UsageError  it was moved from, or outlives its Context; or an
    ///                     exception has left this with open messages
    Handle raw() const;
    /// Whether set_reduction() was called for it.
    bool has_reduction() const;
    /// Called by it.
    void note_reduction();

    /// Starts to copy it to the memory of a worker and returns.  A policy
    /// weighs every transfer against one task, so data that many tasks use
    /// should be there before the policy decides.
    void prefetch(int worker) const;

    /// Copies it, as the tasks submitted so far leave it, to host memory, and
    /// returns at once.  Unlike prefetch() it does not
    /// stand back behind what tasks wait for, nor, as StarPU's write-through
    /// does, until the GPU has nothing else to do.
    void send_to_host() const;
    /// The same, and calls `then` when it is there, on a thread of the library:
    /// it must not throw, wait or take long.  It is called as well where a task
    /// that was to write the data has failed.
    void send_to_host(std::function<void()> then) const;
    /// The same, to the memory of a worker.
    void send_to(int worker) const;

    /// Waits for the tasks that use it, wherever it is then.
    /// @throws TaskFailed, RankFailed  one that was to write it has failed
    void wait() const;

    /// Host access for one scope; waits for the tasks that use the data.
    class HostAccess {
      public:
        /// @param data    outlives it
        /// @param access  read, write or update
        /// @throws UsageError        read or update of what nothing has written
        /// @throws UnavailableError  the host has no memory for it
        /// @throws TaskFailed, RankFailed  the Context has failed; but what no
        ///                           failed task was to write can be read
        HostAccess(const Data& data, Access access);
        ~HostAccess();
        HostAccess(const HostAccess&) = delete;
        HostAccess& operator=(const HostAccess&) = delete;

      protected:
        /// In host memory; valid until the end of the scope.
        void* pointer() const;
        /// Of a matrix [elements].
        std::size_t leading() const;

      private:
        detail::DataState& state_;
    };

  private:
    std::unique_ptr<detail::DataState> state_;  // null: moved from
};

}  // namespace tasuki::runtime
