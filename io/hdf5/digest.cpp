#include "io/hdf5/digest.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/crc32.hpp"

namespace tasuki::io {

namespace {

constexpr std::string_view kText =
    "CRC-32 of this file with 00000000 in place of the last 8 digits: ";
constexpr std::string_view kNoDigits = "00000000";

/// @param at  of the digits
std::string digest_of(std::string_view file, std::size_t at) {
    const auto before = crc32_of_text(file.substr(0, at));
    const auto behind = file.substr(at + kNoDigits.size());
    return fmt::format("{:08x}",
                       crc32_of_text(behind, crc32_of_text(kNoDigits, before)));
}

}  // namespace

std::string unsealed_digest() {
    return std::string{kText} + std::string{kNoDigits};
}

void seal(std::span<std::byte> file) {
    const std::string_view bytes{reinterpret_cast<const char*>(file.data()),
                                 file.size()};
    const auto text = bytes.find(unsealed_digest());
    if (text == std::string_view::npos) return;
    const auto at = text + kText.size();
    const auto digits = digest_of(bytes, at);
    std::ranges::copy(std::as_bytes(std::span{digits}), &file[at]);
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
