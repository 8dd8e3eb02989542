#include <starpu.h>
#include <sys/mman.h>

#include <cstdlib>

#include "runtime/core/context.hpp"
#include "runtime/core/host_memory.hpp"
#include "runtime/core/session.hpp"

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

PinnedMemory::PinnedMemory(Context& context, std::span<std::byte> memory) {
    // Where it cannot be, copies are slower and not wrong.
    if (context.session().pins_memory && !memory.empty() &&
        starpu_memory_pin(memory.data(), memory.size()) == 0)
        memory_ = memory;
}

PinnedMemory::~PinnedMemory() {
    if (!memory_.empty()) starpu_memory_unpin(memory_.data(), memory_.size());
}

}  // namespace tasuki::runtime
