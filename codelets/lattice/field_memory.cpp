#include "codelets/lattice/field_memory.hpp"

#include <cstring>

#include "runtime/core/host_memory.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::lattice {

void* allocate_field(std::size_t bytes) {
    return runtime::allocate_host(bytes);
}

void zero_fill(void* memory, std::size_t bytes) {
    constexpr std::size_t page = std::size_t{2} << 20;
    runtime::parallel_ranges(
        bytes, page, [memory](std::size_t begin, std::size_t end) {
            std::memset(static_cast<char*>(memory) + begin, 0, end - begin);
        });
}

}  // namespace tasuki::lattice
