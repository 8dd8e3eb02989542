#include "runtime/core/host_memory.hpp"

#include <starpu.h>
#include <sys/mman.h>

#include <cstdlib>

#include "runtime/core/failure.hpp"
#include "runtime/core/session.hpp"

namespace tasuki::runtime {

namespace {

bool pins(int flags) {
    return session().pins_memory && (flags & STARPU_MALLOC_PINNED) != 0;
}

/// StarPU's host arrays.  Large ones on huge pages: a stencil reads from a
/// dozen places at once, and in a virtual machine a TLB miss costs two walks.
int allocate(unsigned, void** memory, std::size_t bytes, int flags) {
    constexpr std::size_t huge = std::size_t{2} << 20, line = 128;
    const bool large = bytes >= huge;
    // StarPU would try for ever: there is nowhere to move other data to.
    if (posix_memalign(memory, large ? huge : line, bytes) != 0)
        fail_without_memory(bytes);
    if (large) madvise(*memory, bytes, MADV_HUGEPAGE);
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

}  // namespace tasuki::runtime
