// Options that any program on the runtime can have.
#include "program/options.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "runtime/core/error.hpp"
#include "runtime/core/log.hpp"
#include "tests/runtime/support.hpp"

using namespace tasuki;
using namespace tasuki::test;
using runtime::Where;

namespace {

struct Taken {
    program::Options options;
    std::vector<std::string> left;
};

Taken take(std::vector<std::string> words) {
    words.insert(words.begin(), "program");
    std::vector<char*> argv;
    for (auto& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    int argc = static_cast<int>(words.size());
    Taken taken{program::take_options(argc, argv.data()), {}};
    REQUIRE(argv[argc] == nullptr);
    for (int k = 1; k < argc; ++k) taken.left.emplace_back(argv[k]);
    return taken;
}

}  // namespace

TEST_CASE("options are taken, and what is not theirs is left in order") {
    const auto [o, left] =
        take({"a", "--cpus", "3", "--verbose", "--gpus=0", "--sched", "lws",
              "--n", "5", "--json=out", "--repetitions", "4", "--placement",
              "dynamic,axpy=cpu", "--", "--cpus", "9"});
    CHECK(o.cpus == 3);
    CHECK(o.gpus == 0);
    CHECK(o.policy == "lws");
    CHECK(o.json == "out");
    CHECK(o.repetitions == 4);
    CHECK(o.placements ==
          runtime::Placements{{"", Where::any}, {"axpy", Where::cpu}});
    CHECK(left == std::vector<std::string>{"a", "--verbose", "--n", "5", "--",
                                           "--cpus", "9"});
    const auto context = o.context();
    CHECK(context.cpus == 3);
    CHECK(context.policy == "lws");
    CHECK(context.placements.size() == 2);
    CHECK(take({}).options.cpus == -1);
}

TEST_CASE("a program's own options are taken too, and shown") {
    int n = 5, m = 6;
    std::string file = "x";
    const std::vector<program::Option> own{
        {"--n", &n, "numbers"}, {"--m", &m, "more", 0}, {"--file", &file, "f"}};
    CHECK(
        contains(program::help(own), "--n N             numbers (default: 5)"));
    char words[4][9] = {"program", "--m=0", "--file", "y"};
    char* argv[] = {words[0], words[1], words[2], words[3], nullptr};
    int argc = 4;
    program::take_options(argc, argv, own);
    CHECK(argc == 1);
    CHECK(n == 5);
    CHECK(m == 0);
    CHECK(file == "y");
    char zero[] = "--n=0";
    char* wrong[] = {words[0], zero, nullptr};
    CHECK(contains(message_of<runtime::UsageError>([&] {
                       int two = 2;
                       program::take_options(two, wrong, own);
                   }),
                   "--n: expected a whole number of at least 1, found '0'"));
}

TEST_CASE("the log says as much as the command line asks for") {
    auto& log = runtime::logger();
    const auto before = log.level();
    take({"--log-level", "info"});
    CHECK(log.is_heard(runtime::Log::Level::info));
    CHECK_FALSE(log.is_heard(runtime::Log::Level::debug));
    take({});
    CHECK(log.is_heard(runtime::Log::Level::info));
    take({"--log-level=off"});
    CHECK_FALSE(log.is_heard(runtime::Log::Level::error));
    log.set_level(before);
}

TEST_CASE("a wrong value is refused with the name of its option") {
    for (const auto& [option, value] :
         std::vector<std::pair<std::string, std::string>>{
             {"--cpus", "x"},
             {"--cpus", "-1"},
             {"--gpus", "1.5"},
             {"--repetitions", "0"},
             {"--sched", ""},
             {"--log-level", "loud"},
             {"--placement", "nowhere"},
             {"--placement", "a=cpu,"},
             {"--placement", "=cpu"},
             {"--placement", "a=cpu,a=gpu"},
             {"--placement", "cpu,gpu"}}) {
        CAPTURE(option);
        CAPTURE(value);
        const auto& words = std::vector<std::string>{option, value};
        CHECK(contains(message_of<runtime::UsageError>([&] { take(words); }),
                       option + ": "));
    }
    CHECK(contains(message_of<runtime::UsageError>([] { take({"--json"}); }),
                   "--json: expected a value"));
}
