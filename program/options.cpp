#include "program/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "runtime/core/error.hpp"
#include "runtime/core/log.hpp"

namespace tasuki::program {

namespace {

using runtime::UsageError;

std::vector<Option> common(Options& o) {
    return {
        {"--cpus", &o.cpus, "logical CPUs to compute with (default: all)", 0},
        {"--gpus", &o.gpus, "GPUs to compute with (default: all)", 0},
        {"--sched POLICY", &o.policy,
         "StarPU scheduling policy (default: feedback with GPUs, else lws)"},
        {"--placement", &o.placements,
         "gpu, cpu or dynamic for all kernels, KERNEL=gpu, KERNEL=cpu or\n"
         "                    KERNEL=any for one, with commas between"},
        {"--capture WHEN", &o.capture,
         "one task, or graph of a GPU, for a list of tasks of a graph: on,\n"
         "                    off, or auto (default): unless the policy "
         "measures\n"
         "                    tasks"},
        {"--exchange HOW", &o.exchange,
         "how arrays go between ranks of a machine: stores (kernels write to\n"
         "                    memory of the other GPU), copy (from GPU to "
         "GPU), "
         "host\n"
         "                    (memory that both map) or, as between machines, "
         "network\n"
         "                    (pinned memory that a thread sends by MPI); "
         "auto\n"
         "                    (default): the first that is possible"},
        {"--repetitions", &o.repetitions, "timed repetitions (default: 9)"},
        {"--json FILE", &o.json,
         "file for times and tasks by kernel, which is replaced; - for "
         "stdout"},
        {"--trace DIR", &o.trace,
         "folder for a record of some repetitions, see `tasuki trace report`"},
        {"--log-level LEVEL", &o.log_level,
         "what Tasuki says on stderr: trace, debug, info (also what the\n"
         "                    policy finds), warn (default), error or off"}};
}

std::string_view word_of(const Option& option) {
    const std::string_view name = option.name;
    return name.substr(0, name.find(' '));
}

/// Stores the text of a value.
struct Read {
    const Option& option;
    std::string_view text;

    void operator()(int* number) const {
        const char* const end = text.data() + text.size();
        int found = 0;
        const auto [next, error] = std::from_chars(text.data(), end, found);
        if (error != std::errc{} || next != end || found < option.least)
            throw UsageError(
                fmt::format("{}: expected a whole number of at least {}, found "
                            "'{}'",
                            word_of(option), option.least, text));
        *number = found;
    }
    void operator()(std::string* value) const { *value = text; }
    void operator()(runtime::Placements* value) const {
        *value = runtime::parse_placements(text);
    }
};

std::string default_of(const Option& option) {
    if (const auto* number = std::get_if<int*>(&option.value))
        return fmt::format(" (default: {})", **number);
    const auto* text = std::get_if<std::string*>(&option.value);
    if (text == nullptr || (*text)->empty()) return "";
    return fmt::format(" (default: {})", **text);
}

std::string line(const Option& option, const std::string& end = "") {
    const bool has_value = word_of(option) != option.name;
    constexpr const char* kValues[] = {"N", "TEXT", "LIST"};
    return fmt::format("  {:<17} {}{}\n",
                       has_value ? option.name
                                 : fmt::format("{} {}", option.name,
                                               kValues[option.value.index()]),
                       option.help, end);
}

/// Leaves the level as it is where none was asked for.
void set_log_level(const std::string& level) {
    if (level.empty()) return;
    if (!runtime::logger().set_level(level))
        throw UsageError(
            fmt::format("--log-level: expected trace, debug, info, warn, error "
                        "or off, found '{}'",
                        level));
}

}  // namespace

std::string help() {
    Options options;
    std::string lines;
    for (const auto& option : common(options)) lines += line(option);
    return lines + "  --help-tasuki     these lines\n";
}

std::string help(const std::vector<Option>& own) {
    std::string lines;
    for (const auto& option : own) lines += line(option, default_of(option));
    return lines;
}

Options take_options(int& argc, char** argv, const std::vector<Option>& own) {
    Options options;
    auto all = common(options);
    all.insert(all.end(), own.begin(), own.end());
    int kept = argc == 0 ? 0 : 1, next = kept;
    while (next < argc && std::string_view{argv[next]} != "--") {
        const std::string_view word = argv[next];
        if (word == "--help-tasuki") {
            std::fputs(help().c_str(), stdout);
            std::exit(0);
        }
        const auto equals = word.find('=');
        const auto name = word.substr(0, equals);
        const auto option = std::ranges::find(all, name, word_of);
        if (option == all.end()) {
            argv[kept++] = argv[next++];
            continue;
        }
        ++next;
        std::string_view value;
        if (equals != std::string_view::npos)
            value = word.substr(equals + 1);
        else if (next < argc)
            value = argv[next++];
        if (value.empty())
            throw UsageError(
                fmt::format("{}: expected a value, found none", name));
        std::visit(Read{*option, value}, option->value);
    }
    while (next < argc) argv[kept++] = argv[next++];
    argc = kept;
    argv[argc] = nullptr;
    set_log_level(options.log_level);
    return options;
}

}  // namespace tasuki::program
