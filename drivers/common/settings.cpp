#include "drivers/common/settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <string_view>

#include "runtime/core/version.hpp"

namespace tasuki::drivers {

namespace {

constexpr std::array<std::string_view, 9> kMayDiffer{
    "--cpus",      "--cpu-workers", "--gpus",  "--calibrate", "--json",
    "--overwrite", "--log-level",   "--quiet", "--help"};

std::string value_of(const CLI::Option& option) {
    if (option.count() > 0)
        return fmt::format("{}", fmt::join(option.results(), ","));
    auto value = option.get_default_str();
    // As a list is given.
    if (value.starts_with('[') && value.ends_with(']'))
        value = value.substr(1, value.size() - 2);
    return value.empty() ? "the default" : value;
}

}  // namespace

std::vector<io::Setting> settings_of(const CLI::App& command) {
    std::vector<io::Setting> settings{{"program", runtime::version()}};
    for (const CLI::Option* option : command.get_options())
        if (const auto name = option->get_name();
            std::ranges::find(kMayDiffer, name) == kMayDiffer.end())
            settings.push_back({name, value_of(*option)});
    return settings;
}

}  // namespace tasuki::drivers
