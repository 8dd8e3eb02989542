#include "io/gauge/info_text.hpp"

#include <fmt/format.h>

namespace tasuki::io {

namespace {

std::string trimmed(std::string_view text) {
    constexpr std::string_view kAround = " \t\r\"";
    const auto first = text.find_first_not_of(kAround);
    if (first == std::string_view::npos) return {};
    return std::string{
        text.substr(first, text.find_last_not_of(kAround) - first + 1)};
}

}  // namespace

InfoText parse_info(std::string_view text) {
    InfoText values;
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const auto equals = line.find('=');
        if (equals == std::string_view::npos) continue;
        const auto value = line.substr(equals + 1);
        values[trimmed(line.substr(0, equals))] =
            trimmed(value.substr(0, value.find(',')));
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
