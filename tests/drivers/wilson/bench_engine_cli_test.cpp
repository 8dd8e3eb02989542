// `tasuki bench wilson --engine`: the same problem in turns; refusals.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "tests/close.hpp"
#include "tests/drivers/cli.hpp"

using namespace tasuki::test;

namespace {

const std::string kEngine = "bench wilson --gpus 0 --repetitions 2 --engine ";

}  // namespace

TEST_CASE("engines are checked and timed for every lattice, grid, placement") {
    const auto result = run_cli(
        kEngine +
        "tasuki,replay,bare --lattice 4x4x4x4,4x4x8x8 --blocks 1x1x1x1,2x1x1x2 "
        "--placement cpu,dynamic --reconstruct 18,8 --json -");
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    const auto json = nlohmann::json::parse(result.out);
    std::set<std::string> tables;
    for (const auto& table : json) {
        tables.insert(table["lattice"].dump() + table["blocks"].dump() +
                      table["placement"].get<std::string>());
        REQUIRE(table["rows"].size() == 3 * 2 * 2);
        for (std::size_t k = 0; k < 12; k += 3) {
            const auto &tasuki = table["rows"][k],
                       &replay = table["rows"][k + 1],
                       &bare = table["rows"][k + 2];
            CHECK(tasuki["engine"] == "tasuki");
            CHECK(replay["engine"] == "replay");
            CHECK(replay["relative_error"] == tasuki["relative_error"]);
            CHECK(bare["engine"] == "bare");
            // The same work: form by form.
            for (const char* same : {"precision", "reconstruct", "iterations"})
                CHECK(tasuki[same] == bare[same]);
            CHECK(tasuki["tasuki_over_engine"] == 1.0);
            CHECK(close(bare["tasuki_over_engine"].get<double>(),
                        tasuki["seconds_per_apply"].get<double>() /
                            bare["seconds_per_apply"].get<double>(),
                        1e-15));
            CHECK(bare["seconds_per_apply_all"].size() == 2);
            CHECK(bare["relative_error"].get<double>() > 0);
            CHECK(bare["relative_error"].get<double>() < 5e-6);
            CHECK(close(bare["gflops"].get<double>() /
                            bare["gflops_1320"].get<double>(),
                        1488. / 1320, 1e-15));
        }
    }
    CHECK(json.size() == 8);
    CHECK(tables.size() == 8);
}

TEST_CASE("the table of engines; without tasuki there is no ratio") {
    const auto result = run_cli(kEngine + "bare --lattice 4x4x4x4");
    CAPTURE(result.out);
    CHECK(result.code == 0);
    CHECK(result.out.find("D on 4x4x4x4 in blocks 1x1x1x2, placement cpu") ==
          0);
    CHECK(result.out.find("tasuki/engine") != std::string::npos);
    CHECK(result.out.find("bare     double     18") != std::string::npos);
    CHECK(result.out.find("bare     single      8") != std::string::npos);
    CHECK(result.out.find("half") == std::string::npos);
    CHECK(result.out.find("             - ") != std::string::npos);
}

TEST_CASE("bench wilson --engine refuses what it does not know") {
    for (const char* arguments :
         {"--engine foo", "--engine bare,foo", "--engine bare --kernels pack",
          "--blocks 1x1x1x2", "--placement cpu",
          "--engine bare --placement foo", "--engine bare --precision half",
          "--engine bare --blocks 3x1x1x1", "--engine bare --blocks 1x1x2",
          "--engine bare --lattice 5x4x4x4",
          "--engine bare --lattice 4x4x4x4,6x6x6x3",
          "--engine streams --placement cpu",
          "--engine tasuki,streams --placement gpu,dynamic",
          "--engine bare --lattice 4x4x4x4 --json /no/such/folder/out.json"}) {
        CAPTURE(arguments);
        const auto result =
            run_cli(std::string{"bench wilson --gpus 0 "} + arguments);
        CAPTURE(result.log);
        CHECK(refused(result));
    }
}

TEST_CASE("an engine or a placement that is not here ends with exit code 3") {
    const auto streams = run_cli(kEngine + "tasuki,streams");
    CHECK(streams.code == 3);
    CHECK(streams.out.empty());
    CHECK(streams.log.find("--engine streams drives GPUs") !=
          std::string::npos);
    CHECK(streams.log.find("doctor") != std::string::npos);
    const auto gpu = run_cli(kEngine + "bare --placement cpu,host-t");
    CHECK(gpu.code == 3);
    CHECK(gpu.out.empty());
    CHECK(gpu.log.find("placement host-t needs a GPU") != std::string::npos);
    CHECK(run_cli("bench wilson --engine bare --gpus 60").code == 3);
}
