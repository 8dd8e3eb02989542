#include "io/hdf5/digest.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "io/crc32.hpp"
#include "io/source.hpp"
#include "runtime/core/team.hpp"

namespace tasuki::io {

namespace {

constexpr std::string_view kText =
    "CRC-32 of this file with 00000000 in place of the last 8 digits: ";
constexpr std::string_view kNoDigits = "00000000";

/// @param at  of the digits
/// @param crc_from  of the bytes from an offset to the end, CRC-32 before them
template <class CrcFrom>
std::string digest_of(std::string_view begin, std::size_t at,
                      const CrcFrom& crc_from) {
    const auto before = crc32_of_text(begin.substr(0, at));
    return fmt::format("{:08x}", crc_from(at + kNoDigits.size(),
                                          crc32_of_text(kNoDigits, before)));
}

std::string digest_of(std::string_view file, std::size_t at) {
    return digest_of(file, at, [&](std::size_t from, std::uint32_t before) {
        return crc32_of_text(file.substr(from), before);
    });
}

/// Where the digits of a text that begins a file are to be put.
std::optional<std::size_t> place_of_digits(std::string_view file) {
    const auto text = file.find(unsealed_digest());
    if (text == std::string_view::npos) return std::nullopt;
    return text + kText.size();
}

/// By all threads: what was just written is still in memory.
std::uint32_t crc32_of(const Source& source, std::size_t from,
                       std::uint32_t before) {
    constexpr std::size_t most = 1 << 20;
    const std::size_t size = source.size() - from;
    std::vector<std::uint32_t> parts((size + most - 1) / most);
    const auto size_of = [&](std::size_t k) {
        return std::min(most, size - k * most);
    };
    runtime::parallel_items(parts.size(), [&](std::size_t k) {
        const auto bytes =
            std::make_unique_for_overwrite<std::byte[]>(size_of(k));
        const std::span part{bytes.get(), size_of(k)};
        source.read(from + k * most, part);
        parts[k] = crc32(part);
    });
    auto crc = static_cast<uLong>(before);
    for (std::size_t k = 0; k < parts.size(); ++k)
        crc = ::crc32_combine(crc, parts[k], static_cast<z_off_t>(size_of(k)));
    return static_cast<std::uint32_t>(crc);
}

}  // namespace

std::string unsealed_digest() {
    return std::string{kText} + std::string{kNoDigits};
}

void seal(std::span<std::byte> file) {
    const std::string_view bytes{reinterpret_cast<const char*>(file.data()),
                                 file.size()};
    const auto at = place_of_digits(bytes);
    if (!at) return;
    const auto digits = digest_of(bytes, *at);
    std::ranges::copy(std::as_bytes(std::span{digits}), &file[*at]);
}

void seal(const AtomicFile& file) {
    const auto source = open_source(file.temporary());
    const auto begin = source->text(0, std::size_t{1} << 20);
    const auto at = place_of_digits(begin);
    if (!at) return;
    const auto digits =
        digest_of(begin, *at, [&](std::size_t from, std::uint32_t before) {
            return crc32_of(*source, from, before);
        });
    file.write_at(*at, std::as_bytes(std::span{digits}));
}

Digest find_digest(std::string_view file) {
    Digest found;
    // A name in the file may hold the same text: one of them is the right one.
    for (auto text = file.find(kText); text != std::string_view::npos;
         text = file.find(kText, text + 1)) {
        const auto at = text + kText.size();
        if (file.size() - at < kNoDigits.size()) break;
        found = {std::string{file.substr(at, kNoDigits.size())},
                 digest_of(file, at)};
        if (found.stated == found.computed) break;
    }
    return found;
}

}  // namespace tasuki::io
