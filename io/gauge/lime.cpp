#include "io/gauge/lime.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "io/gauge/link_data.hpp"
#include "runtime/error.hpp"

namespace tasuki::io {

namespace {

using runtime::InputError;

constexpr std::uint32_t kMagic = 0x456789ab;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 62;

std::string at_byte(std::uint64_t offset) {
    return fmt::format("byte {}", offset);
}

std::string type_of(const std::byte* header) {
    const auto* text = reinterpret_cast<const char*>(header + 16);
    return {text, ::strnlen(text, kLimeHeaderBytes - 16)};
}

struct ParsedHeader {
    LimeRecord record;
    std::uint16_t flags;
};

void check_magic(const Source& source, std::uint64_t offset) {
    const auto start = source.text(offset, 4);
    const auto found =
        start.size() < 4
            ? 0
            : load_u32(reinterpret_cast<const std::byte*>(start.data()),
                       ByteOrder::big);
    if (start.size() == 4 && found != kMagic)
        throw InputError(source.name(), "not a LIME record", at_byte(offset),
                         fmt::format("magic number {:08x}", kMagic),
                         fmt::format("{:08x}", found));
}

ParsedHeader header_at(const Source& source, std::uint64_t offset) {
    check_magic(source, offset);
    if (source.size() - offset < kLimeHeaderBytes)
        throw InputError(
            source.name(), "truncated LIME header", at_byte(source.size()),
            fmt::format("{} bytes from byte {} on", kLimeHeaderBytes, offset),
            fmt::format("{}", source.size() - offset));
    std::array<std::byte, kLimeHeaderBytes> header;
    source.read(offset, header);
    const std::uint32_t second = load_u32(header.data() + 4, ByteOrder::big);
    if (second >> 16 != 1)
        throw InputError(source.name(), "unknown LIME version",
                         at_byte(offset + 4), "1",
                         fmt::format("{}", second >> 16));
    return {{type_of(header.data()), offset + kLimeHeaderBytes,
             load_u64(header.data() + 8, ByteOrder::big)},
            static_cast<std::uint16_t>(second & 0xffff)};
}

void check_fits(const Source& source, const LimeRecord& record) {
    const std::uint64_t left = source.size() - record.offset;
    if (record.bytes <= kMostBytes &&
        record.bytes + lime_padding(record.bytes) <= left)
        return;
    throw InputError(source.name(),
                     fmt::format("truncated LIME record '{}'", record.type),
                     at_byte(source.size()),
                     fmt::format("{} bytes{} from byte {} on", record.bytes,
                                 record.bytes % 8 ? " and their padding" : "",
                                 record.offset),
                     fmt::format("{}", left));
}

}  // namespace

std::vector<LimeRecord> scan_lime(const Source& source) {
    constexpr auto kBegin = static_cast<std::uint16_t>(MessageFlags::begin);
    constexpr auto kEnd = static_cast<std::uint16_t>(MessageFlags::end);
    std::vector<LimeRecord> records;
    bool between_messages = true;
    for (std::uint64_t offset = 0; offset < source.size();) {
        auto [record, flags] = header_at(source, offset);
        if (((flags & kBegin) != 0) != between_messages)
            throw InputError(
                source.name(), "LIME message out of order", at_byte(offset + 6),
                between_messages ? "a record that begins a message"
                                 : "more records of the same message",
                fmt::format("flags {:04x} of '{}'", flags, record.type));
        check_fits(source, record);
        between_messages = (flags & kEnd) != 0;
        offset = record.offset + record.bytes + lime_padding(record.bytes);
        records.push_back(std::move(record));
    }
    // Without this, a file cut between two records would look whole.
    if (!between_messages)
        throw InputError(source.name(), "truncated LIME message",
                         at_byte(source.size()), "the rest of the message",
                         fmt::format("the end of the file after record '{}'",
                                     records.back().type));
    return records;
}

std::array<std::byte, kLimeHeaderBytes> lime_header(MessageFlags flags,
                                                    std::uint64_t bytes,
                                                    std::string_view type) {
    std::array<std::byte, kLimeHeaderBytes> header{};
    store_u32(header.data(), kMagic, ByteOrder::big);
    store_u32(header.data() + 4, (1u << 16) | static_cast<std::uint16_t>(flags),
              ByteOrder::big);
    store_u64(header.data() + 8, bytes, ByteOrder::big);
    const auto text = std::as_bytes(std::span{type});
    std::ranges::copy(text, header.begin() + 16);
    return header;
}

}  // namespace tasuki::io
