#include "io/gauge/info_text.hpp"

#include <fmt/format.h>

#include "io/words.hpp"

namespace tasuki::io {

InfoText parse_info(std::string_view text) {
    constexpr std::string_view kAround = " \t\r\"";
    InfoText values;
    while (!text.empty()) {
        const auto line = take_line(text);
        const auto equals = line.find('=');
        if (equals == std::string_view::npos) continue;
        const auto value = line.substr(equals + 1);
        values[trimmed(line.substr(0, equals), kAround)] =
            trimmed(value.substr(0, value.find(',')), kAround);
    }
    return values;
}

std::vector<Claim> info_claims(const InfoText& info,
                               std::span<const InfoKey> keys,
                               const std::string& where) {
    std::vector<Claim> claims;
    for (const auto& [quantity, key, factor] : keys)
        if (const auto found = info.find(std::string{key}); found != info.end())
            claims.push_back({quantity, fmt::format("key {} of {}", key, where),
                              found->second, factor});
    return claims;
}

}  // namespace tasuki::io
