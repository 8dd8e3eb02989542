// `tasuki bench self`: what it prints and writes, and what it refuses.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "runtime/core/devices.hpp"
#include "tests/drivers/ranks_cli.hpp"
#include "tests/skip.hpp"

using namespace tasuki::test;

TEST_CASE("bench self refuses what it does not know") {
    for (const char* arguments :
         {"--experiments ring", "--ways tcp", "--sizes 6", "--sizes 0",
          "--sizes 2147483648", "--repetitions 0", "more",
          "--json /no/such/folder/out.json"}) {
        CAPTURE(arguments);
        const auto result = run_cli(std::string{"bench self "} + arguments);
        CAPTURE(result.log);
        CHECK(refused(result));
    }
}

TEST_CASE("bench self without a GPU ends with exit code 3 and the reason") {
    if (!tasuki::runtime::gpu_devices().empty()) return skip("a GPU is here");
    const auto result = run_cli("bench self");
    CHECK(result.code == 3);
    CHECK(result.out.empty());
    CHECK(result.log.find("GPU") != std::string::npos);
    CHECK(run_ranks(2, "bench self").code == 3);
}

TEST_CASE("bench self on a GPU") {
    if (tasuki::runtime::gpu_devices().empty()) return skip("no GPU is here");
    const auto result = run_cli(
        "bench self --sizes 1024,1000000 --repetitions 2 --json - --svg " +
        (Folder{} / "chart.svg"));
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    const auto json = nlohmann::json::parse(result.out);
    CHECK(json["ranks"] == 1);
    CHECK(json["one_gpu"] == true);
    for (const auto& row : json["rows"]) {
        CHECK(row["seconds_all"].size() == 2);
        CHECK(row["seconds_min"] > 0);
    }
    const auto table =
        run_ranks(2,
                  "bench self --experiments kernels,ping-pong --sizes 4096 "
                  "--ways self,copy,mpi-host,mpi --repetitions 1");
    CAPTURE(table.log);
    REQUIRE(table.code == 0);
    CHECK(table.out.find("rank 0 on GPU") == 0);
    CHECK(table.out.find("\nping-pong  mpi ") != std::string::npos);
    CHECK(run_ranks(3, "bench self").code == 2);
}
