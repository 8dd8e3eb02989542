#include "runtime/program/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "runtime/core/error.hpp"

namespace tasuki::program {

namespace {

using runtime::UsageError;

void read_number(int& number, std::string_view option, std::string_view text,
                 int least) {
    const char* const end = text.data() + text.size();
    int found = 0;
    const auto [next, error] = std::from_chars(text.data(), end, found);
    if (error != std::errc{} || next != end || found < least)
        throw UsageError(
            fmt::format("{}: expected a whole number of at least {}, found "
                        "'{}'",
                        option, least, text));
    number = found;
}

struct Taken {
    std::string_view option;
    void (*take)(Options& options, std::string_view option,
                 std::string_view value);
};

constexpr Taken kTaken[] = {
    {"--cpus",
     [](Options& o, std::string_view option, std::string_view value) {
         read_number(o.cpus, option, value, 0);
     }},
    {"--gpus",
     [](Options& o, std::string_view option, std::string_view value) {
         read_number(o.gpus, option, value, 0);
     }},
    {"--repetitions",
     [](Options& o, std::string_view option, std::string_view value) {
         read_number(o.repetitions, option, value, 1);
     }},
    {"--sched", [](Options& o, std::string_view,
                   std::string_view value) { o.policy = value; }},
    {"--placement",
     [](Options& o, std::string_view, std::string_view value) {
         o.placements = runtime::parse_placements(value);
     }},
    {"--trace", [](Options& o, std::string_view,
                   std::string_view value) { o.trace = value; }},
    {"--json", [](Options& o, std::string_view,
                  std::string_view value) { o.json = value; }},
};

}  // namespace

std::string help() {
    return "  --cpus N          logical CPUs to compute with (default: all)\n"
           "  --gpus N          GPUs to compute with (default: all)\n"
           "  --sched POLICY    StarPU scheduling policy (default: feedback "
           "with GPUs, else lws)\n"
           "  --placement LIST  gpu, cpu or dynamic for all kernels, "
           "KERNEL=gpu, "
           "KERNEL=cpu or\n"
           "                    KERNEL=any for one, with commas between\n"
           "  --repetitions N   timed repetitions (default: 9)\n"
           "  --json FILE       file for times and tasks by kernel; it is "
           "replaced\n"
           "  --trace DIR       folder for a record of some repetitions, see "
           "`tasuki trace report`\n"
           "  --help-tasuki     these lines\n";
}

Options take_options(int& argc, char** argv) {
    Options options;
    int kept = argc == 0 ? 0 : 1, next = kept;
    while (next < argc && std::string_view{argv[next]} != "--") {
        const std::string_view word = argv[next];
        if (word == "--help-tasuki") {
            std::fputs(help().c_str(), stdout);
            std::exit(0);
        }
        const auto equals = word.find('=');
        const auto option = word.substr(0, equals);
        const auto* const ours =
            std::ranges::find(kTaken, option, &Taken::option);
        if (ours == std::end(kTaken)) {
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
                fmt::format("{}: expected a value, found none", option));
        ours->take(options, option, value);
    }
    while (next < argc) argv[kept++] = argv[next++];
    argc = kept;
    argv[argc] = nullptr;
    return options;
}

}  // namespace tasuki::program
