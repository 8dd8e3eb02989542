// Addresses without memory: no kernel reads or writes them, and what the host
// reads there is zero.
#include "runtime/core/host_memory.hpp"

#include <starpu.h>
#include <sys/mman.h>

#include "runtime/core/failure.hpp"

namespace tasuki::runtime {

namespace {

int allocate(unsigned, void** memory, std::size_t bytes, int) {
    *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (*memory == MAP_FAILED) {
        use_last_resort(ExitCode::unavailable, without_memory(bytes).data());
        std::terminate();
    }
    return 0;
}

int release(unsigned, void* memory, std::size_t bytes, int) {
    return munmap(memory, bytes);
}

}  // namespace

void provide_host_memory() {
    starpu_malloc_set_hooks(allocate, release);
}

void check_host_memory(std::size_t) {}

}  // namespace tasuki::runtime
