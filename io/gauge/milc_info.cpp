#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <fstream>
#include <map>

#include "io/gauge/milc.hpp"

namespace tasuki::io {

namespace {

/// Lines "key = value" or "key = "text"": value without quotes.
std::map<std::string, std::string> read_info(const std::string& path) {
    std::map<std::string, std::string> values;
    std::ifstream file{path};
    std::string line;
    while (std::getline(file, line)) {
        const auto equals = line.find('=');
        if (equals == std::string::npos) continue;
        constexpr const char* kAround = " \t\r\"";
        const auto trim = [](std::string text) {
            text.erase(0, text.find_first_not_of(kAround));
            text.erase(text.find_last_not_of(kAround) + 1);
            return text;
        };
        values[trim(line.substr(0, equals))] = trim(line.substr(equals + 1));
    }
    return values;
}

}  // namespace

std::vector<Claim> milc_info_claims(const std::string& info_path,
                                    const GaugeFile& file) {
    const auto info = read_info(info_path);
    if (info.empty()) return {};
    const auto checksums = fmt::format("{:x} {:x}", file.checksums.at(0).stored,
                                       file.checksums.at(1).stored);
    const auto stated = info.find("checksums");
    if (stated == info.end() || stated->second != checksums) {
        spdlog::warn("{}: not used, its checksums are not '{}'", info_path,
                     checksums);
        return {};
    }
    std::vector<Claim> claims;
    const auto add = [&](Quantity quantity, const char* key, double factor) {
        if (const auto found = info.find(key); found != info.end())
            claims.push_back({quantity,
                              fmt::format("key {} of {}", key, info_path),
                              found->second, factor});
    };
    add(Quantity::plaquette_spatial, "gauge.ssplaq", 1.0 / 3);
    add(Quantity::plaquette_temporal, "gauge.stplaq", 1.0 / 3);
    add(Quantity::link_trace, "gauge.nersc_linktr", 1);
    return claims;
}

}  // namespace tasuki::io
