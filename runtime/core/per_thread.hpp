// One object for each thread that asks for it.
//
// A thread_local object with a destructor would do the same, but where the C
// library has no memory to note the destructor, it ends the process ("Fatal
// glibc error: failed to register TLS destructor: out of memory").
#pragma once

#include <pthread.h>

#include <memory>
#include <new>

namespace tasuki::runtime {

namespace detail {

/// A key of POSIX threads, for as long as the process runs.
class ThreadKey {
  public:
    /// @param destroy  called at the end of each thread that has set an object
    explicit ThreadKey(void (*destroy)(void*)) {
        if (pthread_key_create(&key_, destroy) != 0) throw std::bad_alloc{};
    }
    void set(void* object) const {
        if (pthread_setspecific(key_, object) != 0) throw std::bad_alloc{};
    }

  private:
    pthread_key_t key_{};
};

/// The calling thread's T; null until it asks for it.  A pointer has no
/// destructor, and reading it costs a load.
template <class T>
inline thread_local constinit T* of_thread = nullptr;

template <class T>
[[gnu::noinline]] void make_for_thread() {
    static const ThreadKey key{[](void* object) {
        of_thread<T> = nullptr;
        delete static_cast<T*>(object);
    }};
    auto made = std::make_unique<T>();
    key.set(made.get());
    of_thread<T> = made.release();
}

}  // namespace detail

/// The calling thread's T, made by its first call.  It is destroyed when the
/// thread ends, after all thread_local objects; that of the thread of main()
/// is not.
/// @throws std::bad_alloc  there is no memory for it; what T's constructor
/// throws
template <class T>
T& per_thread() {
    if (detail::of_thread<T> == nullptr) detail::make_for_thread<T>();
    return *detail::of_thread<T>;
}

}  // namespace tasuki::runtime
