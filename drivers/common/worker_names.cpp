#include "drivers/common/worker_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace tasuki::drivers {

std::vector<std::string> worker_names(const runtime::Context& context) {
    std::string mine;
    for (const auto& worker : context.workers()) mine += worker.name + '\n';
    std::vector<std::string> names;
    for (const std::string& text : context.ranks().gather(mine))
        for (std::size_t at = 0; at < text.size();) {
            const auto end = text.find('\n', at);
            names.push_back(text.substr(at, end - at));
            at = end + 1;
        }
    return names;
}

std::string join_workers(const std::vector<std::string>& names) {
    std::vector<std::pair<std::string, int>> counted;
    for (const std::string& name : names) {
        const auto found = std::ranges::find(
            counted, name, &std::pair<std::string, int>::first);
        if (found == counted.end())
            counted.emplace_back(name, 1);
        else
            ++found->second;
    }
    std::vector<std::string> texts;
    for (const auto& [name, count] : counted)
        texts.push_back(count == 1 ? name
                                   : fmt::format("{} of {}", count, name));
    return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace tasuki::drivers
