#include "io/lime/lime.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "io/byte_order.hpp"
#include "io/input_error.hpp"

namespace tasuki::io {

namespace {

constexpr std::uint32_t kMagic = 0x456789ab;

std::string at_byte(std::uint64_t offset) {
    return fmt::format("byte {}", offset);
}

std::string type_of(const std::byte* header) {
    const auto* text = reinterpret_cast<const char*>(header + 16);
    std::string type{text, ::strnlen(text, kLimeHeaderBytes - 16)};
    // It is part of messages: nothing in it may command a terminal.
    std::ranges::replace_if(
        type, [](unsigned char c) { return c < ' ' || c > '~'; }, '?');
    return type;
}

struct ParsedHeader {
    LimeRecord record;
    std::uint16_t flags;
};

std::uint32_t magic_at(const Source& source, std::uint64_t offset) {
    std::array<std::byte, 4> start;
    source.read(offset, start);
    return load_u32(start.data(), ByteOrder::big);
}

bool starts_record(const Source& source, std::uint64_t offset) {
    return source.size() >= offset + 4 && magic_at(source, offset) == kMagic;
}

void check_magic(const Source& source, std::uint64_t offset) {
    if (source.size() - offset < 4 || starts_record(source, offset)) return;
    throw InputError(source.name(), "not a LIME record", at_byte(offset),
                     fmt::format("magic number {:08x}", kMagic),
                     fmt::format("{:08x}", magic_at(source, offset)));
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
    if (record.bytes <= left) return;
    throw InputError(
        source.name(), fmt::format("truncated LIME record '{}'", record.type),
        at_byte(source.size()),
        fmt::format("{} bytes from byte {} on", record.bytes, record.offset),
        fmt::format("{}", left));
}

bool is_zero(const Source& source, std::uint64_t offset, std::size_t count) {
    return source.text(offset, count) == std::string(count, '\0');
}

/// Where the next record or the end of the file is.  Some programs write no
/// padding, at least not at the end, and some write eight bytes where none are
/// needed.
std::uint64_t next_record(const Source& source, const LimeRecord& record,
                          Oddities& oddities) {
    const std::uint64_t end = record.offset + record.bytes;
    const auto padding = lime_padding(record.bytes);
    const auto is_next = [&source](std::uint64_t offset) {
        return offset == source.size() || starts_record(source, offset);
    };
    if (is_next(end + padding)) return end + padding;
    std::size_t found = padding;
    if (source.size() < end + padding)
        found = source.size() - end;
    else if (padding > 0 && starts_record(source, end))
        found = 0;
    else if (padding == 0 && is_next(end + 8) && is_zero(source, end, 8))
        found = 8;
    if (found != padding)
        oddities.emplace_back(
            source.name(),
            fmt::format("odd padding of LIME record '{}'", record.type),
            at_byte(end), fmt::format("{} bytes", padding),
            fmt::format("{}", found));
    return end + found;
}

}  // namespace

LimeFile scan_lime(const Source& source) {
    constexpr auto kBegin = static_cast<std::uint16_t>(MessageFlags::begin);
    constexpr auto kEnd = static_cast<std::uint16_t>(MessageFlags::end);
    LimeFile file{{}, true, {}};
    bool in_order = true;
    for (std::uint64_t offset = 0; offset < source.size();) {
        auto [record, flags] = header_at(source, offset);
        check_fits(source, record);
        // One of these is usually followed by more: the first one will do.
        if (((flags & kBegin) != 0) != file.last_message_ends && in_order) {
            in_order = false;
            file.oddities.emplace_back(
                source.name(), "LIME message out of order", at_byte(offset + 6),
                file.last_message_ends ? "a record that begins a message"
                                       : "more records of the same message",
                fmt::format("flags {:04x} of '{}'", flags, record.type));
        }
        file.last_message_ends = (flags & kEnd) != 0;
        offset = next_record(source, record, file.oddities);
        file.records.push_back(std::move(record));
    }
    return file;
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
