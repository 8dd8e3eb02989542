// What holds for the options of all commands.
#include "drivers/common/options.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <sstream>

#include "drivers/common/command_parser.hpp"
#include "drivers/common/stalls.hpp"
#include "runtime/core/error.hpp"
#include "tests/child.hpp"

using namespace tasuki;
using namespace tasuki::drivers;

namespace {

std::vector<std::string> split(const std::string& text) {
    std::istringstream stream{text};
    return {std::istream_iterator<std::string>{stream}, {}};
}

/// A command with an option of each kind.
struct Command {
    CommandParser app{"", "test", nullptr};
    std::string file, name = "hot", source, kind, out = "x";
    int count = 7, cpus = -1, reals = 18, rows = 0;
    double kappa = 0.124, limit = 20;
    std::uint64_t seed = 1;
    std::optional<std::uint64_t> steps;
    std::vector<int> sizes{4, 8};
    std::vector<std::string> files;
    bool film = false, refuses = false, done = false;

    Command() {
        add_option(app, "FILE", file, "").required();
        add_option(app, "--name", name, Words{"hot", "cold"}, "");
        add_option(app, "--source", source, "");
        add_option(app, "--kind", kind, Words{"a", "b"}, "");
        add_option(app, "--count", count, Range{1, 100}, "");
        add_option(app, "--cpus", cpus, Range{0, 4096}, "");
        add_option(app, "--reals", reals, Numbers{18, 12}, "");
        add_option(app, "--rows", rows, Numbers{2, 3}, "");
        add_option(app, "--kappa", kappa, "");
        add_option(app, "--limit", limit, Positive{}, "");
        add_option(app, "--seed", seed, "");
        add_option(app, "--out", out, "").value_name("FOLDER");
        add_option(app, "--steps", steps, "").needs("--out");
        add_option(app, "--sizes", sizes, Range{1, 9}, "").excludes("--seed");
        add_option(app, "--files", files, "").words(2);
        add_option(app, "--window", "", [](const std::string& text) {
            throw runtime::UsageError("--window: " + text);
        });
        add_flag(app, "--film,!--no-film", film, "");
        add_flag(app, "--strict", "", [this] { refuses = true; });
        set_action(app, [this] { done = true; });
        set_footer(app, "below");
    }

    /// The error in words, or "" where the action was called.
    /// @param line  words as in a shell, '' for an empty one
    std::string said(const std::string& line) {
        auto words = split(line);
        std::ranges::replace(words, "''", "");
        std::ranges::reverse(words);
        try {
            app.parse(words);
        } catch (const CLI::ParseError& error) {
            CHECK_FALSE(done);
            return error.what();
        }
        CHECK(done);
        return "";
    }
};

std::string said(const std::string& line) {
    return Command{}.said("u " + line);
}

}  // namespace

TEST_CASE("an option keeps its default or takes its value") {
    Command command;
    CHECK(command.said("u --count 8 --reals 12 --kappa 1e-3 --limit 0.5 "
                       "--steps 18446744073709551615 --out y --sizes 1,2,3 "
                       "--files a,b c --film --strict --kind b") == "");
    CHECK(command.file == "u");
    CHECK(command.name == "hot");
    CHECK(command.kind == "b");
    CHECK(command.count == 8);
    CHECK(command.cpus == -1);
    CHECK(command.reals == 12);
    CHECK(command.kappa == 1e-3);
    CHECK(command.limit == 0.5);
    CHECK(command.steps == 18446744073709551615ULL);
    CHECK(command.sizes == std::vector{1, 2, 3});
    CHECK(command.files == std::vector<std::string>{"a,b", "c"});
    CHECK(command.film);
    CHECK(command.refuses);
    CHECK(said("--film --no-film") == "");
}

TEST_CASE("a wrong value is refused by the name of its option") {
    const std::pair<const char*, const char*> cases[] = {
        {"--name warm", "--name: warm not in {hot,cold}"},
        {"--count 101", "--count: Value 101 not in range 1 to 100"},
        {"--count x", "--count: Value x not in range 1 to 100"},
        {"--reals 17", "--reals: 17 not in {18,12}"},
        {"--kappa x", "Could not convert: --kappa = x"},
        {"--seed -1",
         "--seed: expected a whole number of 0 to 2^64 - 1, found '-1'"},
        {"--steps 1.5 --out y",
         "--steps: expected a whole number of 0 to 2^64 - 1, found '1.5'"},
        {"--steps 1", "--steps requires --out"},
        {"--sizes 4 --seed 1", "--seed excludes --sizes"},
        {"--sizes 4,10", "--sizes: Value 10 not in range 1 to 9"},
        {"--files a", "--files: At least 2 required but received 1"},
        {"--out", "--out: 1 required FOLDER missing"},
    };
    for (const auto& [line, message] : cases) {
        CAPTURE(line);
        CHECK(said(line) == message);
    }
    CHECK(said("--limit 0")
              .starts_with("--limit: expected a number above 0, found '0'"));
    CHECK(Command{}.said("") == "FILE is required");
    CHECK_THROWS_WITH_AS(said("--window x"), "--window: x",
                         runtime::UsageError);
}

TEST_CASE("an empty value is refused, of whatever type") {
    for (const char* name :
         {"--name", "--source", "--count", "--reals", "--kappa", "--limit",
          "--seed", "--out y --steps", "--sizes", "--files a", "--window"}) {
        const std::string words = name;
        CAPTURE(words);
        const auto option = words.starts_with("--files")
                                ? "--files"
                                : words.substr(words.rfind("--"));
        CHECK(said(words + " ''") ==
              option + ": expected a value, found an empty one");
    }
    CHECK(Command{}.said("''") == "FILE: expected a value, found an empty one");
}

TEST_CASE("help shows the defaults that an option would accept itself") {
    std::string help;  // in one line
    for (const auto& word : split(Command{}.app.help())) help += word + ' ';
    for (const std::string text :
         {"FILE TEXT REQUIRED", "--name TEXT:{hot,cold}=hot ",
          "--count INT:INT in [1 - 100]=7 ", "--reals INT:{18,12}=18 ",
          "--kappa FLOAT=0.124 ", "--seed UINT=1 ", "--out FOLDER=x ",
          "--limit FLOAT:POSITIVE=20 ", "=[4,8] ", "below",
          // Not given, by their values.
          "--source TEXT ", "--kind TEXT:{a,b} ",
          "--cpus INT:INT in [0 - 4096] ", "--rows INT:{2,3} "}) {
        CAPTURE(text);
        CHECK(help.find(text) != std::string::npos);
    }
}

TEST_CASE("TASUKI_STALL_SECONDS is a time, and ends what cannot move") {
    constexpr const char* variable = "TASUKI_STALL_SECONDS";
    CHECK(stalls().seconds == 300);
    for (const char* text : {"0", "12.5", "1e6"}) {
        ::setenv(variable, text, 1);
        CHECK(stalls().seconds == std::stod(text));
    }
    for (const char* text : {"", "abc", "-1", "3 s", "inf", "nan"}) {
        CAPTURE(text);
        ::setenv(variable, text, 1);
        CHECK_THROWS_AS(stalls(), runtime::UsageError);
    }
    ::unsetenv(variable);
    for (const bool can_move : {true, false}) {
        CAPTURE(can_move);
        const test::Folder folder;
        const auto ended = test::in_child(folder, [can_move] {
            stalls().report({300, can_move, "1 wait (axpy of part 2)"});
        });
        CHECK(ended.code == (can_move ? test::kReturned : 70));
        CHECK(ended.said.find("no task has ended for 300 s: 1 wait (axpy of "
                              "part 2)") != std::string::npos);
    }
}
