// Options that any program on the runtime can have.
#include "runtime/program/options.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "runtime/core/error.hpp"
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

TEST_CASE("a wrong value is refused with the name of its option") {
    for (const auto& [option, value] :
         std::vector<std::pair<std::string, std::string>>{
             {"--cpus", "x"},
             {"--cpus", "-1"},
             {"--gpus", "1.5"},
             {"--repetitions", "0"},
             {"--sched", ""},
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
