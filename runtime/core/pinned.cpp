#include "runtime/core/pinned.hpp"

#include <starpu.h>

#include "runtime/core/session.hpp"

namespace tasuki::runtime {

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
