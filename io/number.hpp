// Numbers in texts: headers, tables and options.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace tasuki::io {

/// The number that is all of the text; nothing for anything else.
/// @param base  of whole numbers: std::from_chars() takes no other base for
///              real ones
template <class Number>
std::optional<Number> parse_number(std::string_view text,
                                   std::same_as<int> auto... base) {
    Number value{};
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value, base...);
    if (error != std::errc{} || at != end) return std::nullopt;
    return value;
}

/// A number of 32 bits in hexadecimal, with or without 0x before it.
inline std::optional<std::uint32_t> parse_hexadecimal(std::string_view text) {
    if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
    return parse_number<std::uint32_t>(text, 16);
}

}  // namespace tasuki::io
