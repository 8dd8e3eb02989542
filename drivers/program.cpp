#include "drivers/program.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "drivers/commands.hpp"
#include "drivers/common/command_parser.hpp"
#include "drivers/common/config.hpp"
#include "drivers/drivers.hpp"
#include "drivers/parse_errors.hpp"
#include "drivers/run_end.hpp"
#include "io/atomic_file.hpp"
#include "io/interrupt.hpp"
#include "io/print.hpp"
#include "program/crashes.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/version.hpp"
#include "runtime/mpi/launcher.hpp"

namespace tasuki::drivers {

namespace {

using runtime::ExitCode;

void add_log_level(CLI::App& app) {
    app.add_option_function<std::string>(
           "--log-level",
           [](const std::string& name) { runtime::logger().set_level(name); },
           "least severe messages on stderr (default warn)")
        ->check(
            CLI::IsMember({"trace", "debug", "info", "warn", "error", "off"}))
        ->trigger_on_parse();
}

void add_quiet(CLI::App& app) {
    app.add_flag_callback(
           "--quiet",
           [] { runtime::logger().set_level(runtime::Log::Level::error); },
           "only errors on stderr: no warnings, no progress")
        ->trigger_on_parse();
}

const Command& entry_of(std::string_view group, std::string_view name) {
    return *std::ranges::find_if(kCommands, [&](const Command& c) {
        return c.group == group && c.name == name;
    });
}

void check_ranks(const CLI::App& app) {
    const CLI::App& command = innermost(app);
    const CLI::App* parent = command.get_parent();
    if (runtime::launched_ranks() == 1 || parent == nullptr) return;
    const std::string group =
        parent->get_parent() == nullptr ? "" : parent->get_name() + " ";
    const auto ranks =
        entry_of(group.substr(0, group.find(' ')), command.get_name()).ranks;
    const bool by_engine = ranks == LaunchedAs::with_engine;
    if (ranks == LaunchedAs::any ||
        (by_engine && command.count("--engine") > 0))
        return;
    throw runtime::UsageError(
        fmt::format("{}{} runs on one rank: start it without mpirun{}", group,
                    command.get_name(), by_engine ? ", or with --engine" : ""));
}

CLI::App& add_group(CLI::App& app, std::string_view name) {
    const auto group = std::ranges::find(kGroups, name, &Group::name);
    CLI::App& added =
        *app.add_subcommand(std::string{name}, std::string{group->summary});
    added.require_subcommand(1);
    added.fallthrough();
    return added;
}

/// The commands of all programs in the order of the table: `own` adds this
/// program's; the others have no options here, as another program takes them.
void add_all(CLI::App& app, void (*own)(CLI::App&)) {
    std::map<std::string_view, CLI::App*> parents{{"", &app}};
    for (const Command& command : kCommands) {
        if (command.program == kHomeProgram) {
            own(app);
            continue;
        }
        CLI::App*& parent = parents[command.group];
        if (parent == nullptr) parent = &add_group(app, command.group);
        add_command(*parent, command.name);
    }
}

/// Whether an option of this command, or of one below it, takes a value.
bool takes_value(const CLI::App& app, const std::string& option) {
    if (const auto* found = app.get_option_no_throw(option))
        return found->get_items_expected_max() > 0;
    const auto below =
        app.get_subcommands([](const CLI::App*) { return true; });
    return std::ranges::any_of(below, [&](const CLI::App* command) {
        return takes_value(*command, option);
    });
}

/// Words of an option of `simulate` at the front of `words`, with its value; 0
/// where there is none.
std::ptrdiff_t words_of_option(std::span<const std::string> words) {
    for (const std::string option :
         {"--machine", "--ranks", "--ranks-per-node"}) {
        if (words.empty()) return 0;
        if (words.front() == option)
            return std::min<std::size_t>(2, words.size());
        if (words.front().starts_with(option + '=')) return 1;
    }
    return 0;
}

/// `simulate --machine FILE --ranks N NAME` reads better than `simulate NAME
/// --machine FILE --ranks N`; the options are those of each command.
void put_behind_name(std::vector<std::string>& words) {
    const auto simulate = std::ranges::find(words, "simulate");
    if (simulate == words.end()) return;
    auto name = simulate + 1;
    while (const auto count = words_of_option({name, words.end()}))
        name += count;
    if (name == words.end())
        words.erase(simulate + 1, name);  // that it is missing is said first
    else
        std::rotate(simulate + 1, name, name + 1);
}

/// The words from the last to the first, as CLI11 wants them. It would take
/// the word after `--out=` for the value: an empty word there is refused.
std::vector<std::string> words_of(const CLI::App& app, int argc, char** argv) {
    std::vector<std::string> words;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i], name = word.substr(0, word.find('='));
        const bool ends_there = word.starts_with("--") && word == name + '=' &&
                                takes_value(app, name);
        words.push_back(ends_there ? name : word);
        if (ends_there) words.emplace_back();
    }
    put_behind_name(words);
    words = with_config(app, std::move(words));
    std::ranges::reverse(words);
    return words;
}

int run(int argc, char** argv, const Program& program) {
    CLI::App app{
        "Tasuki: scientific kernels as task graphs on CPUs and GPUs together",
        "tasuki"};
    app.require_subcommand(1);
    app.fallthrough();
    add_log_level(app);
    add_quiet(app);
    app.set_version_flag(
        "--version", [] { return "tasuki " + runtime::version(); },
        "print the versions of Tasuki, StarPU and the GPU toolkit");
    if (program.name == kHomeProgram) {
        add_all(app, program.commands.front());
    } else {
        const auto own =
            std::ranges::find(kCommands, program.name, &Command::program);
        CLI::App& parent =
            own->group.empty() ? app : add_group(app, own->group);
        for (const auto add : program.commands) add(parent);
    }
    add_config_options(app);
    app.parse_complete_callback([&] { check_ranks(app); });
    try {
        app.parse(words_of(app, argc, argv));
    } catch (const CLI::Success& asked) {  // --help, --version
        std::ostringstream text;
        app.exit(asked, text, text);
        io::print_text(stdout, text.str());
    } catch (const CLI::ParseError& e) {
        throw runtime::UsageError(describe(app, e));
    }
    io::flush_stdout();
    return static_cast<int>(ExitCode::done);
}

}  // namespace

CLI::App& add_command(CLI::App& parent, std::string_view name) {
    const std::string group =
        parent.get_parent() == nullptr ? "" : parent.get_name();
    return *parent.add_subcommand(std::make_shared<CommandParser>(
        std::string{entry_of(group, name).summary}, std::string{name},
        &parent));
}

int run_program(int argc, char** argv, const Program& program) {
    io::keep_standard_streams();
    set_up_log();
    io::handle_interrupts();
    program::catch_crashes();
    program::catch_failures();
    try {
        return run(argc, argv, program);
    } catch (const std::exception& e) {
        return end_run(e);
    }
}

}  // namespace tasuki::drivers
