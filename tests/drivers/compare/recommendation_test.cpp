// What is recommended follows from the figures, and says them.
#include "drivers/compare/recommendation.hpp"

#include <doctest/doctest.h>

#include "drivers/compare/comparison.hpp"
#include "tests/close.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/compare/made_cells.hpp"

using namespace tasuki::drivers::compare;
using namespace tasuki::test;

namespace {

bool says(const Recommendation& r, const std::string& text) {
    for (const auto& sentence : r.sentences)
        if (sentence.find(text) != std::string::npos) return true;
    return false;
}

std::string all_of(const Recommendation& r) {
    std::string text;
    for (const auto& sentence : r.sentences) text += sentence + '\n';
    return text;
}

/// Two lattices on a GPU: faces on the host cost 12 and 40 %.
std::vector<CellResult> gpu_wins() {
    return {made_result(8, "gpu", 100),     made_result(8, "host-t", 88),
            made_result(8, "dynamic", 97),  made_result(16, "gpu", 200),
            made_result(16, "host-t", 120), made_result(16, "dynamic", 210)};
}

CellResult on_cpu(int t, const char* policy, const char* blocks,
                  const char* placement, double gflops) {
    auto cell = made_cell(t, placement, 0);
    cell.policy = policy;
    cell.blocks = blocks;
    return made_result(cell, gflops);
}

}  // namespace

TEST_CASE("gains and distances are those of the same work") {
    const auto results = gpu_wins();
    const auto comparisons = compare_placements(results);
    REQUIRE(comparisons.size() == 2);
    CHECK(close(*comparisons[0].gain_over_gpu("host-t"), -12, 1e-13));
    CHECK(close(*comparisons[1].gain_over_gpu("host-t"), -40, 1e-13));
    CHECK(close(*comparisons[0].dynamic_behind(), 3, 1e-13));
    CHECK(close(*comparisons[1].dynamic_behind(), -5, 1e-13));
    CHECK(comparisons[1].best().cell.placement == "dynamic");
    CHECK(comparisons[1].best_static()->cell.placement == "gpu");
    CHECK_FALSE(comparisons[0].gain_over_gpu("host-all").has_value());
    CHECK(describe(comparisons[0]) == "4x6x8x8, double, 1 GPU, blocks 1x1x1x2");
}

TEST_CASE("each placement stands with its fastest policy") {
    auto slow = made_cell(8, "dynamic");
    slow.policy = "lws";
    const std::vector<CellResult> results{made_result(8, "gpu", 100),
                                          made_result(slow, 50),
                                          made_result(8, "dynamic", 90)};
    const auto comparisons = compare_placements(results);
    REQUIRE(comparisons.size() == 1);
    CHECK(comparisons[0].find("dynamic")->speed == 90);
}

TEST_CASE("cpu stands beside what uses GPUs") {
    auto results = gpu_wins();
    results.push_back(made_result(made_cell(8, "cpu", 0), 7));
    const auto comparisons = compare_placements(results);
    REQUIRE(comparisons.size() == 2);
    CHECK(comparisons[0].find("cpu")->speed == 7);
    CHECK(comparisons[1].find("cpu") == nullptr);
    const auto r = recommend(results);
    CHECK(r.choice.placement != "cpu");
    CHECK_MESSAGE(says(r, "The CPU alone reaches 7.0 to 7.0 %"), all_of(r));
}

TEST_CASE("a CPU that is faster than the GPU beside it is named") {
    auto results = gpu_wins();
    results.push_back(made_result(made_cell(8, "cpu", 0), 300));
    const auto r = recommend(results);
    CAPTURE(all_of(r));
    CHECK(contains(r.sentences[0], "fastest with a GPU"));
    CHECK(says(r, "--placement cpu is the fastest of all in 1 of 1"));
}

TEST_CASE("a GPU machine: the placement, and what the host costs") {
    auto results = gpu_wins();
    results[5] = made_result(16, "dynamic", 195);
    const auto r = recommend(results);
    CHECK(r.choice == Choice{"gpu", "dmdas", "1x1x1x2"});
    CAPTURE(all_of(r));
    CHECK(r.sentences[0].starts_with(
        "Use --placement gpu --sched dmdas --blocks 1x1x1x2: the fastest for "
        "each of the 2"));
    CHECK(says(r, "host-t is 12 to 40 % slower"));
    CHECK(says(r, "dynamic is at most 3.0 % behind"));
    CHECK_FALSE(says(r, "No GPU"));
}

TEST_CASE("a host that helps is recommended") {
    auto results = gpu_wins();
    results[1] = made_result(8, "host-t", 130);
    results[4] = made_result(16, "host-t", 220);
    const auto r = recommend(results);
    CAPTURE(all_of(r));
    CHECK(r.choice.placement == "host-t");
    CHECK(says(r, "host-t is 10 to 30 % faster"));
    CHECK(says(r, "at most 25.4 % behind"));
}

TEST_CASE("blocks on the host count as static placements, in every table") {
    auto results = gpu_wins();
    results.push_back(made_result(8, "split:0.1", 105));
    results.push_back(made_result(16, "split:0.1", 190));
    const auto comparisons = compare_placements(results);
    CHECK(comparisons[0].best_static()->cell.placement == "split:0.1");
    CHECK(placements_in(comparisons).back() == "split:0.1");
    const auto r = recommend(results);
    CAPTURE(all_of(r));
    CHECK(says(r, "split:0.1 is from 5 % slower to 5 % faster"));
}

TEST_CASE("dynamic that is always ahead is not called behind") {
    auto results = gpu_wins();
    results[2] = made_result(8, "dynamic", 110);
    const auto r = recommend(results);
    CAPTURE(all_of(r));
    CHECK(r.choice.placement == "dynamic");
    CHECK(says(r, "never behind the best static placement, and up to 10.0 %"));
}

TEST_CASE("the choice is the one that is good everywhere") {
    // `gpu` wins by little twice, and loses everything once.
    const std::vector<CellResult> results{
        made_result(8, "gpu", 101),  made_result(8, "host-t", 100),
        made_result(16, "gpu", 101), made_result(16, "host-t", 100),
        made_result(32, "gpu", 10),  made_result(32, "host-t", 100)};
    const auto r = recommend(results);
    CHECK(r.choice.placement == "host-t");
    CHECK(r.sentences[0].find("over 3 problems never more than 1 % behind") !=
          std::string::npos);
}

TEST_CASE("what ran for one problem only does not win over what ran for all") {
    auto results = gpu_wins();
    results.push_back(made_result(8, "host-all", 500));
    CHECK(recommend(results).choice.placement != "host-all");
}

TEST_CASE("a CPU machine: policy and blocks") {
    const std::vector<CellResult> results{
        on_cpu(8, "lws", "1x1x1x1", "cpu", 100),
        on_cpu(8, "lws", "1x1x1x2", "cpu", 50),
        on_cpu(8, "dmdas", "1x1x1x1", "cpu", 80),
        on_cpu(8, "lws", "1x1x1x1", "dynamic", 99),
        on_cpu(16, "lws", "1x1x1x1", "cpu", 100),
        on_cpu(16, "lws", "1x1x1x2", "cpu", 75),
        on_cpu(16, "dmdas", "1x1x1x1", "cpu", 90),
        on_cpu(16, "lws", "1x1x1x1", "dynamic", 96)};
    const auto r = recommend(results);
    CAPTURE(all_of(r));
    CHECK(r.choice == Choice{"cpu", "lws", "1x1x1x1"});
    CHECK(says(r, "1x1x1x2 is 25 to 50 % slower"));
    CHECK(says(r, "dmdas is 10 to 20 % slower"));
    CHECK(says(r, "dynamic is at most 4.0 % behind"));
    CHECK(says(r, "No GPU took part"));
    CHECK(says(r, "cpu and dynamic are the same"));
    // 99 and 96 are within the made-up spread of -50 to +10 %; 80 is not.
    CHECK(says(r, "as fast: dynamic with lws in 1x1x1x1."));
}
