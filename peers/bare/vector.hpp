// An array behind a StarPU handle, by StarPU's own calls.
#pragma once

#include <starpu.h>

#include <span>
#include <utility>

#include "runtime/core/error.hpp"

namespace tasuki::peers::bare {

template <class T>
class Vector {
  public:
    /// Allocated where a task, or the host, first writes it.  StarPU is alive.
    explicit Vector(std::size_t size) : size_{size} {
        starpu_vector_data_register(
            &handle_, -1, 0, static_cast<std::uint32_t>(size), sizeof(T));
    }
    Vector(Vector&& other) noexcept
        : handle_{std::exchange(other.handle_, nullptr)}, size_{other.size_} {}
    Vector& operator=(Vector&& other) noexcept {
        std::swap(handle_, other.handle_);
        std::swap(size_, other.size_);
        return *this;
    }
    /// Waits for the tasks that use the array.
    ~Vector() {
        if (handle_ != nullptr) starpu_data_unregister_no_coherency(handle_);
    }

    starpu_data_handle_t handle() const { return handle_; }

    /// Calls body(span) on the host; waits for the tasks before.
    template <class Body>
    void on_host(starpu_data_access_mode mode, const Body& body) const {
        runtime::check(starpu_data_acquire(handle_, mode),
                       "starpu_data_acquire");
        body(std::span<T>{
            reinterpret_cast<T*>(starpu_vector_get_local_ptr(handle_)), size_});
        starpu_data_release(handle_);
    }

    /// Starts to copy it to the memory of a worker; -1 is none.
    void prefetch(int worker) const {
        if (worker < 0) return;
        const auto node =
            starpu_worker_get_memory_node(static_cast<unsigned>(worker));
        runtime::check(starpu_data_prefetch_on_node(handle_, node, 1),
                       "starpu_data_prefetch_on_node");
    }

  private:
    starpu_data_handle_t handle_ = nullptr;
    std::size_t size_;
};

}  // namespace tasuki::peers::bare
