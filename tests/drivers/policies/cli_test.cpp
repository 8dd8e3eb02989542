// `tasuki bench policies`: which graphs there are, and what is refused.
#include "tests/drivers/cli.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "drivers/policies/bench/graphs.hpp"
#include "tests/contains.hpp"
#include "tests/refusal.hpp"

using namespace tasuki::test;
using namespace tasuki::drivers::policies;

TEST_CASE("a graph has its default size, or one of its own") {
    const auto graphs = parse_graphs("wilson,nbody:4096,tree:20x3");
    REQUIRE(graphs.size() == 3);
    CHECK(graphs[0].text == "wilson:32x32x32x32");
    CHECK(graphs[0].problem ==
          std::vector<std::string>{"32x32x32x32", "double", "18"});
    CHECK(graphs[1].problem == std::vector<std::string>{"4096", "single"});
    CHECK_FALSE(graphs[1].is_of_tasks());
    CHECK(graphs[2].problem == std::vector<std::string>{"tree:20x3"});
    CHECK(graphs[2].is_of_tasks());
    CHECK(parse_graphs(default_graphs()).size() == 9 + 7);
    const auto of_task_bench = parse_graphs("fft,tree:2x8x3");
    CHECK(of_task_bench[0].problem == std::vector<std::string>{"fft:8x32x10"});
    CHECK(of_task_bench[1].problem == std::vector<std::string>{"tree:2x8x3"});
}

TEST_CASE("what is no graph is refused") {
    const auto on_ranks =
        parse_graphs("wilson:8x8x8x16@2,wilson:8x8x8x16,solve@4");
    CHECK(on_ranks[0].text == "wilson:8x8x8x16@2");
    CHECK(on_ranks[0].problem.front() == "8x8x8x16");
    CHECK(on_ranks[0].ranks == 2);
    CHECK(on_ranks[1].ranks == 1);
    CHECK(on_ranks[2].ranks == 4);
    CHECK_REFUSAL(parse_graphs("nbody@2"), "wilson or solve", "nbody@2");
    CHECK_REFUSAL(parse_graphs("wilson@0"), "1 to 1024 ranks", "'0'");
    CHECK_REFUSAL(parse_graphs("wilson@"), "ranks", "''");
    CHECK_REFUSAL(parse_graphs("ring"), "--graphs", "cholesky", "'ring'");
    CHECK_REFUSAL(parse_graphs("nbody:"), "NAME:SIZE", "'nbody:'");
    CHECK_REFUSAL(parse_graphs("nbody,nbody:32768"), "twice");
    CHECK_REFUSAL(parse_graphs("nbody,"), "--graphs");
}

TEST_CASE("bench policies refuses what it cannot run, and writes nothing") {
    const Folder folder;
    const auto out = folder / "out";
    const auto bench = [&out](const std::string& options) {
        return run_cli("bench policies --out " + out + " " + options);
    };
    CHECK(refused(bench("--graphs ring")));
    CHECK(refused(bench("--policies nonsense")));
    CHECK(refused(bench("--processes 0")));
    CHECK(refused(bench("--iterations 3")));
    CHECK(refused(run_cli("bench policies")));
    CHECK(bench("--machines machine.json").code == 3);  // this build computes
    const auto simulated = bench("--graphs cholesky");
    CHECK(simulated.code == 3);
    CHECK(contains(simulated.log, "give --machines"));
    CHECK_FALSE(std::filesystem::exists(out));
    write_file(folder / "mine", "something");
    const auto foreign = run_cli("bench policies --out " + (folder / ""));
    CHECK(refused(foreign));
    CHECK(contains(foreign.log, "policies.json"));
}
