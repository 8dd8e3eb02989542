#include "runtime/core/host_memory.hpp"

#include <starpu.h>

#include <cstdlib>
#include <exception>

#include "runtime/core/failure.hpp"
#include "runtime/core/session.hpp"

namespace tasuki::runtime {

namespace {

bool pins(int flags) {
    return session().pins_memory && (flags & STARPU_MALLOC_PINNED) != 0;
}

/// StarPU's host arrays.
int allocate(unsigned, void** memory, std::size_t bytes, int flags) {
    // StarPU would try for ever: there is nowhere to move other data to.
    *memory = allocate_host(bytes);
    if (*memory == nullptr && bytes > 0) {
        use_last_resort(ExitCode::unavailable, without_memory(bytes).data());
        std::terminate();
    }
    if (pins(flags))
        starpu_memory_pin(*memory, bytes);  // unpinned is slower, not wrong
    return 0;
}

int release(unsigned, void* memory, std::size_t bytes, int flags) {
    if (pins(flags)) starpu_memory_unpin(memory, bytes);
    std::free(memory);
    return 0;
}

}  // namespace

void provide_host_memory() {
    starpu_malloc_set_hooks(allocate, release);
}

void check_host_memory(std::size_t bytes) {
    void* const memory = allocate_host(bytes);
    if (memory == nullptr && bytes > 0)
        throw UnavailableError(without_memory(bytes).data());
    std::free(memory);
}

}  // namespace tasuki::runtime
