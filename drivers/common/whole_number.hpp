// Options that are whole numbers: CLI11 itself takes -1, and any number too
// large, for 2^64 - 1.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <string>

namespace tasuki::drivers {

/// What is wrong with it, as CLI::Option::check() wants it; empty if nothing.
inline std::string refuse_unless_whole(const std::string& text) {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc{} && at == end) return {};
    return fmt::format("expected a whole number of 0 to 2^64 - 1, found '{}'",
                       text);
}

}  // namespace tasuki::drivers
