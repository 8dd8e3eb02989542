#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "io/gauge/info_text.hpp"
#include "io/gauge/milc.hpp"
#include "io/words.hpp"

namespace tasuki::io {

std::vector<Claim> milc_info_claims(const std::string& info_path,
                                    GaugeFile& file) {
    std::ifstream stream{info_path, std::ios::binary};
    const auto info =
        parse_info(std::string{std::istreambuf_iterator<char>{stream}, {}});
    if (info.empty()) return {};
    const auto checksums = fmt::format("{:x} {:x}", file.checksums.at(0).stored,
                                       file.checksums.at(1).stored);
    const auto stated = info.find("checksums");
    if (stated != info.end() && stated->second == checksums)
        return info_claims(info, kMilcKeys, info_path);
    file.oddities.emplace_back(
        info_path, "describes another configuration", "key checksums",
        fmt::format("'{}'", checksums),
        stated == info.end() ? "no such key" : quoted_word(stated->second));
    return {};
}

}  // namespace tasuki::io
