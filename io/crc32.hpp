// CRC-32, as in PNG, gzip and SciDAC files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tasuki::io {

/// Of the polynomial 0x04c11db7, bits reversed (ISO/IEC 15948, annex D).
/// @param before  the CRC-32 of the bytes in front of these; 0: there are none
std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t before = 0);

/// The same of a text.
template <class Text>
std::uint32_t crc32_of_text(const Text& text, std::uint32_t before = 0) {
    return crc32(std::as_bytes(std::span{text}), before);
}

}  // namespace tasuki::io
