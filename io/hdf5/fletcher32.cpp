#include "io/hdf5/fletcher32.hpp"

#include <algorithm>

namespace tasuki::io {

namespace {

/// Modulo 65535, but 65535 itself may stay.
std::uint32_t folded(std::uint32_t sum) {
    return (sum & 0xffff) + (sum >> 16);
}

}  // namespace

std::uint32_t fletcher32(std::span<const std::byte> bytes) {
    constexpr std::size_t most = 2 * 360;  // before a sum needs more bits
    std::uint32_t first = 0, second = 0;
    while (!bytes.empty()) {
        const auto some = bytes.first(std::min(most, bytes.size()));
        bytes = bytes.subspan(some.size());
        for (std::size_t k = 0; k < some.size(); k += 2) {
            first += std::to_integer<std::uint32_t>(some[k]) << 8 |
                     std::to_integer<std::uint32_t>(some[k + 1]);
            second += first;
        }
        first = folded(first);
        second = folded(second);
    }
    return folded(second) << 16 | folded(first);
}

}  // namespace tasuki::io
