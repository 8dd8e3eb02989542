// Arrays that StarPU moves to the memory where they are needed.
#pragma once

#include <starpu.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#include "runtime/context.hpp"
#include "runtime/error.hpp"

namespace tasuki::runtime {

enum class Access : unsigned {
    read = STARPU_R,
    write = STARPU_W,
    update = STARPU_RW,
};

/// Largest number of elements of an array: StarPU counts them in 32 bits.
inline constexpr std::size_t kMostElements =
    std::numeric_limits<std::uint32_t>::max();

namespace detail {
/// After the tasks submitted so far, which starpu_data_fetch_on_node() does not
/// wait for.
void submit_fetch(starpu_data_handle_t handle, unsigned node);
}  // namespace detail

/// An array of `size` elements behind a StarPU data handle.  It has no home:
/// it is allocated on each device where a task first needs it, and a large
/// field that only GPU tasks touch never comes back to the host.
template <class T>
requires std::is_trivially_copyable_v<T>
class Array {
  public:
    /// @throws UsageError  more than kMostElements
    Array(Context&, std::size_t size) : size_{size} {
        if (size > kMostElements)
            throw UsageError(
                "array too long for one StarPU handle; cut the "
                "lattice into more blocks");
        starpu_vector_data_register(
            &handle_, -1, 0, static_cast<std::uint32_t>(size), sizeof(T));
    }
    Array(Array&& other) noexcept
        : handle_{std::exchange(other.handle_, nullptr)}, size_{other.size_} {}
    Array& operator=(Array&& other) noexcept {
        std::swap(handle_, other.handle_);
        std::swap(size_, other.size_);
        return *this;
    }
    /// Waits for the tasks that use the array.
    ~Array() {
        if (handle_ != nullptr) starpu_data_unregister_no_coherency(handle_);
    }

    std::size_t size() const { return size_; }
    std::size_t bytes() const { return size_ * sizeof(T); }
    starpu_data_handle_t raw() const { return handle_; }

    /// Starts to copy the array to the memory of a worker and returns.  A
    /// policy weighs every transfer against one task, so data that many tasks
    /// use should be there before the policy decides.
    void prefetch(int worker) const {
        check(starpu_data_prefetch_on_node(
                  handle_,
                  static_cast<unsigned>(starpu_worker_get_memory_node(
                      static_cast<unsigned>(worker))),
                  1),
              "starpu_data_prefetch_on_node");
    }

    /// Copies the array, as the tasks submitted so far leave it, to host memory
    /// or to that of a worker, and returns at once.  Unlike prefetch() it does
    /// not stand back behind what tasks wait for, nor, as StarPU's
    /// write-through does, until the GPU has nothing else to do.
    void send_to_host() const { fetch(STARPU_MAIN_RAM); }
    void send_to(int worker) const {
        fetch(starpu_worker_get_memory_node(static_cast<unsigned>(worker)));
    }

    /// Waits for the tasks that use the array, wherever it is then.
    void wait() const {
        check(starpu_data_acquire_on_node(handle_, STARPU_ACQUIRE_NO_NODE,
                                          STARPU_R),
              "starpu_data_acquire_on_node");
        starpu_data_release_on_node(handle_, STARPU_ACQUIRE_NO_NODE);
    }

    /// Host access for one scope; waits for the tasks that use the data.
    class Acquired {
      public:
        Acquired(const Array& array, Access mode) : array_{array} {
            check(
                starpu_data_acquire(array.handle_,
                                    static_cast<starpu_data_access_mode>(mode)),
                "starpu_data_acquire");
        }
        ~Acquired() { starpu_data_release(array_.handle_); }
        Acquired(const Acquired&) = delete;
        Acquired& operator=(const Acquired&) = delete;

        std::span<T> span() const {
            return {static_cast<T*>(starpu_data_get_local_ptr(array_.handle_)),
                    array_.size_};
        }

      private:
        const Array& array_;
    };
    Acquired acquire(Access mode) const { return Acquired{*this, mode}; }

    /// Copies `values`, at most size() of them, to the front of the array.
    void assign(std::span<const T> values) const {
        const auto host = acquire(Access::write);
        std::copy(values.begin(), values.end(), host.span().begin());
    }

  private:
    void fetch(unsigned node) const { detail::submit_fetch(handle_, node); }

    starpu_data_handle_t handle_ = nullptr;
    std::size_t size_;
};

}  // namespace tasuki::runtime
