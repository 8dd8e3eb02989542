#include "io/crc32.hpp"

#include <libdeflate.h>

namespace tasuki::io {

std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t before) {
    // By instructions of the CPU where it has some: zlib's takes ten times as
    // long.
    return libdeflate_crc32(before, bytes.data(), bytes.size());
}

}  // namespace tasuki::io
