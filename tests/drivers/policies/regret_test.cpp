// Regrets of made-up times.
#include "drivers/policies/bench/regret.hpp"

#include <doctest/doctest.h>

#include "tests/close.hpp"

using namespace tasuki::drivers::policies;
using tasuki::test::close;

namespace {

/// The oracle takes 4 s; `first` 5 s, `second` 3 s; `never` has not run.
Case made_case(const std::string& graph, double first) {
    return {"m",
            graph,
            {{"gpu", {6, 6, 6}}, {"cpu", {9, 4, 1}}, {"split:0.1", {}}},
            {{"first", {first, first, 100}, {{20, 9, 5}, {12, 8, 4}}},
             {"second", {3}},
             {"never", {}}}};
}

}  // namespace

TEST_CASE("the oracle is the placement with the least median") {
    const auto one = made_case("g", 5);
    REQUIRE(one.oracle() != nullptr);
    CHECK(one.oracle()->name == "cpu");
    CHECK(one.oracle()->median() == 4);
    CHECK(Case{"m", "g", {{"gpu", {}}}, {}}.oracle() == nullptr);
}

TEST_CASE("a regret is against the oracle, and below 0 for who beats it") {
    const auto one = made_case("g", 5);
    CHECK(close(*one.regret("first"), 0.25, 1e-15));
    CHECK(close(*one.regret("second"), -0.25, 1e-15));
    CHECK_FALSE(one.regret("never").has_value());
    CHECK_FALSE(one.regret("nobody").has_value());
    auto blind = one;
    blind.placements.clear();
    CHECK_FALSE(blind.regret("first").has_value());
}

TEST_CASE("the regret of the first iterations has the search in it") {
    const auto one = made_case("g", 5);
    // Means of the first two: 14.5 and 10; their median is 12.25.
    CHECK(close(*one.regret_of_first("first", 2), 12.25 / 4 - 1, 1e-15));
    CHECK_FALSE(one.regret_of_first("first", 4).has_value());
    CHECK_FALSE(one.regret_of_first("first", 0).has_value());
    CHECK_FALSE(one.regret_of_first("second", 1).has_value());
}

TEST_CASE("a policy has settled when its slowest process has") {
    const Measured measured{"p", {5, 4}, {{20, 5, 5.2, 5}, {4, 4, 4.3, 4}}};
    CHECK(*measured.settled() == 4);  // 4.3 is over 4.2
    CHECK(*Measured{"p", {5}, {{5, 5, 5}}}.settled() == 1);
    CHECK_FALSE(Measured{"p", {5}}.settled().has_value());
}

TEST_CASE("a summary has the median and the worst regret, and where") {
    const std::vector<Case> cases{made_case("a", 5), made_case("b", 6),
                                  made_case("c", 2)};
    const auto all = summarize(cases, {"first", "never", "second"});
    REQUIRE(all.size() == 2);
    CHECK(all[0].policy == "first");
    CHECK(all[0].cases == 3);
    CHECK(close(all[0].median, 0.25, 1e-15));
    CHECK(close(all[0].worst, 0.5, 1e-15));
    CHECK(all[0].worst_case == &cases[1]);
    // Means of all three: 34/3 and 8, in each case.
    CHECK(close(*all[0].search, (34. / 3 + 8) / 2 / 4 - 1.25, 1e-15));
    CHECK(all[1].policy == "second");
    CHECK_FALSE(all[1].search.has_value());
}

TEST_CASE("a policy is behind where another one is faster by more than this") {
    const std::vector<Case> cases{made_case("a", 3.02), made_case("b", 3.3),
                                  made_case("c", 6)};
    const auto behind = behind_others(cases, "first", 0.01);
    REQUIRE(behind.size() == 2);
    CHECK(behind[0].where == &cases[2]);
    CHECK(behind[0].faster == "second");
    CHECK(close(behind[0].part, 1, 1e-15));
    CHECK(behind[1].where == &cases[1]);
    CHECK(behind_others(cases, "never", 0).empty());
}
