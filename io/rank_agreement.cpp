#include "io/rank_agreement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "json/json.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::io {

namespace {

std::string packed(const std::vector<Setting>& settings) {
    Json all = Json::array();
    for (const Setting& s : settings) all.push_back({s.option, s.value});
    // Names of files need not be UTF-8.
    return all.dump();
}

std::vector<Setting> unpacked(const std::string& text) {
    std::vector<Setting> settings;
    for (const Json& s : Json::parse(text)) settings.push_back({s[0], s[1]});
    return settings;
}

}  // namespace

std::string name_ranks(const std::vector<int>& ranks) {
    return fmt::format("{} {}", ranks.size() == 1 ? "rank" : "ranks",
                       fmt::join(ranks, ", "));
}

std::vector<std::string> find_disagreements(
    const std::vector<std::vector<Setting>>& by_rank) {
    std::vector<std::string> found;
    const auto& first = by_rank.front();
    for (std::size_t k = 0; k < first.size(); ++k) {
        std::map<std::string, std::vector<int>> others;  // value, ranks
        for (std::size_t r = 1; r < by_rank.size(); ++r)
            if (by_rank[r].at(k).value != first[k].value)
                others[by_rank[r][k].value].push_back(static_cast<int>(r));
        if (others.empty()) continue;
        std::vector<std::string> texts;
        for (const auto& [value, ranks] : others)
            texts.push_back(fmt::format("{} on {}", value, name_ranks(ranks)));
        found.push_back(fmt::format("{}: expected {} as on rank 0, found {}",
                                    first[k].option, first[k].value,
                                    fmt::join(texts, " and ")));
    }
    return found;
}

void check_agreement(const runtime::Ranks& ranks,
                     const std::vector<Setting>& settings,
                     const std::string& free) {
    if (!ranks.several()) return;
    std::vector<std::vector<Setting>> by_rank;
    for (const std::string& text : ranks.gather(packed(settings)))
        by_rank.push_back(unpacked(text));
    if (const auto found = find_disagreements(by_rank); !found.empty())
        throw runtime::UsageError(
            fmt::format("options differ between ranks: {}; only {} may",
                        fmt::join(found, "; "), free));
}

}  // namespace tasuki::io
