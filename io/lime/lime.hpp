// LIME, the container of ILDG and SciDAC files: records of a 144-byte header,
// data, and zeros up to a multiple of 8 bytes.
//
// Header, big-endian: magic 0x456789ab, version 1 (16 bit), flags (16 bit: bit
// 15 begins a message, bit 14 ends one), length (64 bit), type (128 bytes,
// ended by a NUL).
// Source: SciDAC LIME specification; ILDG file format 1.1.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/oddities.hpp"
#include "io/source.hpp"

namespace tasuki::io {

inline constexpr std::string_view kLimeMagic = "\x45\x67\x89\xab";
inline constexpr std::size_t kLimeHeaderBytes = 144;

struct LimeRecord {
    std::string type;
    std::uint64_t offset;  ///< of the data [byte]
    std::uint64_t bytes;   ///< of the data, without padding
};

struct LimeFile {
    std::vector<LimeRecord> records;  ///< in order
    bool last_message_ends;  ///< if not, the file may have been cut there
    Oddities oddities;       ///< flags out of order, other padding
};

/// @throws InputError naming the byte: no record, or a truncated one
LimeFile scan_lime(const Source& source);

enum class MessageFlags : std::uint16_t {
    none = 0,
    begin = 1 << 15,
    end = 1 << 14,
    begin_end = begin | end
};

/// The header of a record, ready to be written.
std::array<std::byte, kLimeHeaderBytes> lime_header(MessageFlags flags,
                                                    std::uint64_t bytes,
                                                    std::string_view type);

/// Zeros that follow `bytes` of data.
inline std::size_t lime_padding(std::uint64_t bytes) {
    return static_cast<std::size_t>(-bytes % 8);
}

}  // namespace tasuki::io
