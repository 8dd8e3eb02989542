// Numbers in texts: headers, tables and options.
#pragma once

#include <charconv>
#include <concepts>
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

}  // namespace tasuki::io
