#include <sys/mman.h>

#include <cstdlib>

#include "runtime/core/host_memory.hpp"

namespace tasuki::runtime {

void* allocate_host(std::size_t bytes) {
    constexpr std::size_t line = 128, huge_page = std::size_t{2} << 20;
    void* memory = nullptr;
    const bool large = bytes >= huge_page;
    if (posix_memalign(&memory, large ? huge_page : line, bytes) != 0)
        return nullptr;
    if (large) madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
}

}  // namespace tasuki::runtime
