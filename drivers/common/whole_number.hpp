// Options that are whole numbers: CLI11 itself takes -1, and any number too
// large, for 2^64 - 1.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "io/number.hpp"

namespace tasuki::drivers {

/// What is wrong with it, as CLI::Option::check() wants it; empty if nothing.
inline std::string refuse_unless_whole(const std::string& text) {
    if (io::parse_number<std::uint64_t>(text)) return {};
    return fmt::format("expected a whole number of 0 to 2^64 - 1, found '{}'",
                       text);
}

}  // namespace tasuki::drivers
