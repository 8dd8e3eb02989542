#include "drivers/common/config.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <sstream>

#include "drivers/common/command_parser.hpp"
#include "drivers/common/options.hpp"
#include "io/atomic_file.hpp"
#include "io/source.hpp"
#include "runtime/core/error.hpp"
#include "runtime/mpi/launcher.hpp"

namespace tasuki::drivers {

namespace {

using runtime::UsageError;
using Words = std::vector<std::string>;

std::vector<CLI::App*> commands_below(CLI::App& app) {
    return app.get_subcommands([](const CLI::App*) { return true; });
}

/// The command that the words name, which begin with it.
const CLI::App& command_of(const CLI::App& app, const Words& words) {
    const CLI::App* at = &app;
    for (const std::string& word : words) {
        const auto below = at->get_subcommands([&](const CLI::App* command) {
            return command->get_name() == word;
        });
        if (!below.empty()) at = below.front();
    }
    return *at;
}

std::string name_in(const std::string& word) {
    return word.substr(0, word.find('='));
}

/// The value of --config in the words of Tasuki, which end at "--".
std::optional<std::string> file_in(const Words& words) {
    const auto end = std::ranges::find(words, "--");
    for (auto word = words.begin(); word != end; ++word) {
        if (name_in(*word) != "--config") continue;
        if (*word != "--config") return word->substr(word->find('=') + 1);
        return word + 1 == end ? std::optional<std::string>{} : *(word + 1);
    }
    return {};
}

std::vector<CLI::ConfigItem> read_config(const std::string& path) {
    constexpr std::size_t kMost = std::size_t{1} << 20;
    const auto source = io::open_source(path);
    if (source->size() > kMost)
        throw UsageError(
            fmt::format("{}: expected options, of at most {} bytes, found {}",
                        path, kMost, source->size()));
    std::istringstream text{source->text(0, kMost)};
    try {
        return CLI::ConfigTOML{}.from_config(text);
    } catch (const CLI::Error& e) {
        throw UsageError(fmt::format("{}: {}", path, e.what()));
    }
}

/// As the command line would have it.
Words words_of(const CLI::Option& option, const CLI::ConfigItem& item) {
    const std::string name = "--" + item.name;
    if (option.get_delimiter() == ',')
        return {fmt::format("{}={}", name, fmt::join(item.inputs, ","))};
    if (option.get_expected_min() > 1) {
        Words words{name};
        words.insert(words.end(), item.inputs.begin(), item.inputs.end());
        return words;
    }
    Words words;
    for (const std::string& input : item.inputs)
        words.push_back(fmt::format("{}={}", name, input));
    return words;
}

}  // namespace

void add_config_options(CLI::App& app) {
    for (CLI::App* command : commands_below(app)) {
        add_config_options(*command);
        // More than --help: its options are not those of another program.
        if (command->get_options().size() <= 1) continue;
        if (dynamic_cast<CommandParser*>(command) == nullptr) continue;
        add_option(*command, "--config",
                   "file with options, as --write-config writes it (TOML); "
                   "those of the command line come first",
                   [](const std::string&) {})
            .reads();
        command->get_option("--config")->configurable(false);
        add_option(*command, "--write-config",
                   "file for the options of this run (TOML)",
                   [](const std::string&) {})
            .writes();
        command->get_option("--write-config")->configurable(false);
        command->get_option("--overwrite")->configurable(false);
    }
}

std::vector<std::string> with_config(const CLI::App& app, Words words) {
    const auto path = file_in(words);
    const CLI::App& command = command_of(app, words);
    if (!path || command.get_option_no_throw("--config") == nullptr)
        return words;
    const auto end = std::ranges::find(words, "--");
    std::vector<const CLI::Option*> given;
    for (auto word = words.begin(); word != end; ++word)
        given.push_back(command.get_option_no_throw(name_in(*word)));
    Words more;
    for (const auto& item : read_config(*path)) {
        if (item.name == "++" || item.name == "--") continue;  // of sections
        const auto* option = command.get_option_no_throw("--" + item.name);
        if (!item.parents.empty() || option == nullptr ||
            !option->get_configurable())
            throw UsageError(fmt::format("{}: {} has no option '{}'", *path,
                                         command.get_name(), item.fullname()));
        if (std::ranges::find(given, option) != given.end()) continue;
        const Words its = words_of(*option, item);
        more.insert(more.end(), its.begin(), its.end());
    }
    words.insert(end, more.begin(), more.end());
    return words;
}

void write_config(const CLI::App& command) {
    const auto* option = command.get_option_no_throw("--write-config");
    if (option == nullptr || option->count() == 0 ||
        runtime::launched_rank() != 0)
        return;
    io::AtomicFile file{option->results().front()};
    file.write("# tasuki " + command.get_name() + " --config " +
               option->results().front() + "\n");
    file.write(command.config_to_str());
    file.commit();
}

}  // namespace tasuki::drivers
