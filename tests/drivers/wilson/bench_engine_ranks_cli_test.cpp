// `mpirun -np N tasuki bench wilson --engine`: ranks measure in step.
#include <nlohmann/json.hpp>

#include "tests/drivers/ranks_cli.hpp"

namespace {

using namespace tasuki;

const std::string kEngineOnRanks =
    "bench wilson --gpus 0 --repetitions 2 --lattice 4x4x8x8 --engine ";

/// What all ranks are told once, with exit code 2.
void check_refused(const test::CliResult& result, const std::string& said) {
    CAPTURE(result.log);
    CHECK(result.code == 2);
    CHECK(result.out.empty());
    const auto at = result.log.find(said);
    CHECK(at != std::string::npos);
    CHECK(result.log.find("tasuki: error") ==
          result.log.rfind("tasuki: error"));
}

}  // namespace

TEST_CASE("engines on ranks: one result, with the grid of the ranks") {
    struct Case {
        int ranks;
        std::string options;
        std::vector<int> grid, blocks;
    };
    for (const Case& c :
         {Case{2, "", {1, 1, 1, 2}, {1, 1, 1, 2}},
          Case{2,
               "--ranks 1x1x2x1 --blocks 2x1x2x1",
               {1, 1, 2, 1},
               {2, 1, 2, 1}},
          Case{4, "--ranks 1x1x2x2", {1, 1, 2, 2}, {1, 1, 2, 2}}}) {
        CAPTURE(c.options);
        const auto result = test::run_ranks(
            c.ranks, kEngineOnRanks + "bare,tasuki --reconstruct 12 --json - " +
                         c.options);
        CAPTURE(result.log);
        REQUIRE(result.code == 0);
        const auto json = nlohmann::json::parse(result.out);
        REQUIRE(json.size() == 1);
        const auto& table = json[0];
        CHECK(table["ranks"] == c.grid);
        CHECK(table["blocks"] == c.blocks);
        CHECK(table["placement"] == "cpu");
        CHECK(table["workers"].size() == static_cast<std::size_t>(c.ranks));
        CHECK(table["workers"][1].get<std::string>().starts_with("rank 1 CPU"));
        REQUIRE(table["rows"].size() == 4);
        for (const auto& row : table["rows"]) {
            CHECK(row["seconds_per_apply_all"].size() == 2);
            CHECK(row["seconds_per_apply"].get<double>() > 0);
            CHECK(row["tasuki_over_engine"].get<double>() > 0);
            CHECK(row["relative_error"].get<double>() > 0);
            CHECK(row["relative_error"].get<double>() <
                  (row["precision"] == "single" ? 5e-6 : 1e-14));
        }
        CHECK(table["rows"][0]["iterations"] == table["rows"][1]["iterations"]);
    }
}

TEST_CASE("the first rank prints a table for each placement, and a file") {
    const test::Folder folder;
    const auto result = test::run_ranks(
        2, kEngineOnRanks + "bare --placement cpu,dynamic --json '" +
               (folder / "out.json") + "'");
    CAPTURE(result.log);
    CHECK(result.code == 0);
    for (const char* placement : {"cpu", "dynamic"})
        CHECK(result.out.find(std::string{"D on 4x4x8x8 in blocks 1x1x1x2, "
                                          "ranks 1x1x1x2, placement "} +
                              placement) != std::string::npos);
    CHECK(result.out.find("rank 0 CPU") != std::string::npos);
    CHECK(nlohmann::json::parse(test::read_file(folder / "out.json")).size() ==
          2);
}

TEST_CASE("engines on ranks are refused what ranks cannot do") {
    check_refused(test::run_ranks(2, kEngineOnRanks + "bare --ranks 1x1x1x3"),
                  "--ranks 1x1x1x3: 3 ranks, but 2 run");
    check_refused(
        test::run_ranks(
            2, kEngineOnRanks + "bare --ranks 1x1x2x1 --blocks 1x1x1x2"),
        "do not divide the blocks");
    check_refused(test::run_ranks(2, "bench wilson"),
                  "bench wilson runs on one rank: start it without mpirun, or "
                  "with --engine");
    const auto run = test::program() + kEngineOnRanks + "bare ";
    check_refused(test::run_pair(run + "--blocks 1x1x1x2", run),
                  "--blocks: expected 1x1x1x2 as on rank 0, found the default "
                  "on rank 1;");
    check_refused(test::run_pair(run + "--cpus 1",
                                 run + "--placement cpu --reconstruct 18"),
                  "--reconstruct: expected 18,12,8 as on rank 0, found 18 on "
                  "rank 1; --placements: expected the default");
    CHECK(test::refused(test::run_cli("bench wilson --ranks 1x1x1x1")));
    CHECK(
        test::refused(test::run_cli(kEngineOnRanks + "bare --ranks 1x1x1x2")));
}
