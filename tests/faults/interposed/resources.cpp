// The calls that take memory and threads, of which a machine may have no more.
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "tests/faults/interposed/plan.hpp"

using namespace tasuki::faults;

namespace {

/// Smaller pieces come from what the process has already.
constexpr size_t kLeast = size_t{1} << 16;

/// Whether there is no memory for a piece of this size.
bool refused(const char* call, size_t size) {
    return size >= kLeast && Strike{call}.fails();
}

}  // namespace

extern "C" {

// What the C library calls by itself, and what is called before dlsym() works.
void* __libc_malloc(size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);

void* malloc(size_t size) noexcept {
    return refused("malloc", size) ? nullptr : __libc_malloc(size);
}

void* realloc(void* old, size_t size) noexcept {
    return refused("malloc", size) ? nullptr : __libc_realloc(old, size);
}

void* aligned_alloc(size_t alignment, size_t size) noexcept {
    return refused("malloc", size) ? nullptr : __libc_memalign(alignment, size);
}

int posix_memalign(void** where, size_t alignment, size_t size) noexcept {
    const int before = errno;
    *where =
        refused("malloc", size) ? nullptr : __libc_memalign(alignment, size);
    errno = before;
    return *where == nullptr ? ENOMEM : 0;
}

void* mmap64(void* at, size_t size, int protection, int flags, int file,
             off64_t offset) noexcept {
    static const auto go =
        real<void*(void*, size_t, int, int, int, off64_t)>("mmap64");
    return refused("mmap", size)
               ? MAP_FAILED
               : go(at, size, protection, flags, file, offset);
}

void* mmap(void* at, size_t size, int protection, int flags, int file,
           off_t offset) noexcept {
    return mmap64(at, size, protection, flags, file, offset);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                   void* (*body)(void*), void* argument) noexcept {
    static const auto go =
        real<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>(
            "pthread_create");
    const Strike strike{"thread"};
    return strike.fails() ? EAGAIN : go(thread, attributes, body, argument);
}

/// The C library's, for thread_local objects.
int __cxa_thread_atexit_impl(void (*destroy)(void*), void* object,
                             void* library) noexcept {
    static const auto go =
        real<int(void (*)(void*), void*, void*)>("__cxa_thread_atexit_impl");
    if (!Strike{"destructor"}.fails()) return go(destroy, object, library);
    // As it does where it has no memory.
    static constexpr char line[] =
        "Fatal glibc error: failed to register TLS destructor: out of memory\n";
    [[maybe_unused]] const auto written =
        ::write(STDERR_FILENO, line, sizeof line - 1);
    std::abort();
}

}  // extern "C"
