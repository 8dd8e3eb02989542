#include "io/printable.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>

namespace tasuki::io {

namespace {

constexpr bool continues(char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

/// Bytes of the first character; 0 if it cannot be shown. U+FFFE and U+FFFF
/// cannot stand in XML either.
std::size_t shown_size(std::string_view text) {
    const auto first = static_cast<unsigned char>(text[0]);
    if (first < 0x80) return first >= ' ' && first != 0x7f ? 1 : 0;
    if (first < 0xc2 || first > 0xf4) return 0;
    const std::size_t size = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (text.size() < size) return 0;
    std::uint32_t code = first & (0x7fU >> size);
    for (const char byte : text.substr(1, size - 1)) {
        if (!continues(byte)) return 0;
        code = code << 6 | (static_cast<unsigned char>(byte) & 0x3fU);
    }
    // By size: past C1, and none that a shorter form has.
    constexpr std::array<std::uint32_t, 5> least{0, 0, 0xa0, 0x800, 0x10000};
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < least[size] || code > 0x10ffff || surrogate ||
                   code == 0xfffe || code == 0xffff
               ? 0
               : size;
}

}  // namespace

std::string escaped(std::string_view text, std::string_view kept) {
    std::string shown;
    while (!text.empty()) {
        auto size = shown_size(text);
        if (size == 0 && kept.find(text[0]) != std::string_view::npos) size = 1;
        if (size == 0)
            shown +=
                fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
        else
            shown += text.substr(0, size);
        text.remove_prefix(size == 0 ? 1 : size);
    }
    return shown;
}

std::string printable(std::string_view text, std::size_t most) {
    constexpr std::string_view kEllipsis = "…";
    auto shown = escaped(text);
    if (shown.size() <= most) return shown;
    const auto room = most - kEllipsis.size();
    auto begin = room * 2 / 3, end = shown.size() - (room - begin);
    while (continues(shown[begin])) --begin;
    while (end < shown.size() && continues(shown[end])) ++end;
    return shown.replace(begin, end - begin, kEllipsis);
}

}  // namespace tasuki::io
