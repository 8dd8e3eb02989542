// A piece of memory that StarPU moves to where tasks need it: what arrays and
// matrices have in common.
#pragma once

#include <cstddef>
#include <utility>

#include "runtime/core/context.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/view.hpp"

struct _starpu_data_state;

namespace tasuki::runtime {

/// StarPU's starpu_data_handle_t.
using Handle = _starpu_data_state*;

/// What Array and Matrix have in common; it can be moved, but not copied.
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
    Data(Data&& other) noexcept
        : handle_{std::exchange(other.handle_, nullptr)},
          has_home_{other.has_home_},
          has_reduction_{other.has_reduction_} {}
    /// Exchanges the two: what this one had ends with `other`.
    Data& operator=(Data&& other) noexcept {
        std::swap(handle_, other.handle_);
        std::swap(has_home_, other.has_home_);
        std::swap(has_reduction_, other.has_reduction_);
        return *this;
    }
    /// Waits for the tasks that use it, but for those that an exception leaves
    /// without their messages (Context); where it has a home, that then holds
    /// what they left.
    ~Data();

    /// Null after it was moved from.
    Handle raw() const { return handle_; }
    /// Whether set_reduction() was called for it.
    bool has_reduction() const { return has_reduction_; }
    /// Called by it.
    void note_reduction() { has_reduction_ = true; }

    /// Starts to copy it to the memory of a worker and returns.  A policy
    /// weighs every transfer against one task, so data that many tasks use
    /// should be there before the policy decides.
    void prefetch(int worker) const;

    /// Copies it, as the tasks submitted so far leave it, to host memory, and
    /// returns at once.  Unlike prefetch() it does not
    /// stand back behind what tasks wait for, nor, as StarPU's write-through
    /// does, until the GPU has nothing else to do.
    void send_to_host() const;
    /// The same, to the memory of a worker.
    void send_to(int worker) const;

    /// Waits for the tasks that use it, wherever it is then.
    void wait() const;

    /// Host access for one scope; waits for the tasks that use the data.
    class HostAccess {
      public:
        /// @param data    outlives it
        /// @param access  read, write or update
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
        Handle handle_;
    };

  private:
    Handle handle_ = nullptr;
    bool has_home_ = false, has_reduction_ = false;
};

}  // namespace tasuki::runtime
