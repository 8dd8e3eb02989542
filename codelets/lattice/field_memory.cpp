#include "codelets/lattice/field_memory.hpp"

#include <cstring>

#include "runtime/core/host_memory.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::lattice {

void* allocate_field(std::size_t bytes) {
    return runtime::allocate_host(bytes);
}

namespace {

constexpr std::size_t kPage = std::size_t{2} << 20;

}  // namespace

void zero_fill(void* memory, std::size_t bytes) {
    runtime::parallel_ranges(
        bytes, kPage, [memory](std::size_t begin, std::size_t end) {
            std::memset(static_cast<char*>(memory) + begin, 0, end - begin);
        });
}

void copy_field(void* to, const void* from, std::size_t bytes) {
    runtime::parallel_ranges(
        bytes, kPage, [to, from](std::size_t begin, std::size_t end) {
            std::memcpy(static_cast<char*>(to) + begin,
                        static_cast<const char*>(from) + begin, end - begin);
        });
}

}  // namespace tasuki::lattice
