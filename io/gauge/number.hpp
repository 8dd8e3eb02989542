// Numbers in the headers of files.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace tasuki::io {

/// The number that is all of the text; nothing for anything else.
template <class Number>
std::optional<Number> parse_number(std::string_view text, int base = 10) {
    Number value{};
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value, base);
    if (error != std::errc{} || at != end) return std::nullopt;
    return value;
}

}  // namespace tasuki::io
