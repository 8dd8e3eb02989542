// `tasuki bench wilson`: every form is checked and timed; refusals.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "runtime/core/devices.hpp"
#include "tests/drivers/cli.hpp"
#include "tests/skip.hpp"

using namespace tasuki::test;

TEST_CASE("bench wilson checks and times every kernel in every form") {
    const auto result = run_cli(
        "bench wilson --lattice 4x4x4x4,4x2x6x4 --gpus 0 --repetitions 2 "
        "--json -");
    REQUIRE(result.code == 0);
    const auto json = nlohmann::json::parse(result.out);
    REQUIRE(json.size() == 2);  // a lattice each
    for (const auto& device : json) {
        CHECK(device["bandwidth_gbs"].get<double>() > 0);
        std::set<std::string> forms;
        for (const auto& row : device["rows"]) {
            forms.insert(row["kernel"].get<std::string>() + ' ' +
                         row["precision"].get<std::string>() + ' ' +
                         std::to_string(row["reconstruct"].get<int>()));
            CHECK(row["seconds"].get<double>() > 0);
            CHECK(row["seconds_all"].size() == 2);
            CHECK(row["relative_error"].get<double>() < 1e-3);
            CHECK(row["gbs"].get<double>() > 0);
        }
        CHECK(forms.size() == device["rows"].size());
        // Three sweeps in nine forms; two packs and merges, three matvecs, each
        // in two precisions.
        CHECK(forms.size() == 3 * 9 + 2 * (2 + 2 + 3));
        CHECK(forms.count("hopping+x half 8") == 1);
    }
}

TEST_CASE("bench wilson takes some kernels and forms only") {
    const auto result = run_cli(
        "bench wilson --lattice 4x4x4x4 --gpus 0 --repetitions 1 --kernels "
        "hopping,matvec --precision single --reconstruct 12");
    CHECK(result.code == 0);
    CHECK(result.out.find("matvec t   single       12") != std::string::npos);
    CHECK(result.out.find("interior") == std::string::npos);
    CHECK(result.out.find("double") == std::string::npos);
}

TEST_CASE("bench wilson refuses what it does not know") {
    for (const char* arguments :
         {"--kernels foo", "--precision quarter", "--reconstruct 10",
          "--lattice 4x4x4", "--lattice 5x4x4x4", "--repetitions 0", "--cpus 0",
          "--json /no/such/folder/out.json"}) {
        CAPTURE(arguments);
        CHECK(refused(
            run_cli(std::string{"bench wilson --gpus 0 "} + arguments)));
    }
}

TEST_CASE("what bench wilson has not got here is named, with exit code 3") {
    const auto gpus = run_cli("bench wilson --gpus 60");
    CHECK(gpus.code == 3);
    CHECK(gpus.out.empty());
    CHECK(gpus.log.find("60 GPUs were asked for: ") != std::string::npos);
    CHECK(gpus.log.find("doctor") != std::string::npos);
    const auto cpus = run_cli("bench wilson --cpus 4000 --gpus 0");
    CHECK(cpus.code == 3);
    CHECK(cpus.out.empty());
    CHECK(cpus.log.find("4000 CPUs were asked for: ") != std::string::npos);
}

TEST_CASE("every lattice is checked before the first is measured") {
    const std::string first = "bench wilson --gpus 0 --lattice 4x4x4x4,";
    for (const std::string lattice :
         {"5x4x4x4", "4x4x4", "4x4x4x1", "4096x4096x128x2", "256x256x256x4"}) {
        CAPTURE(lattice);
        const auto result = run_cli(first + lattice);
        CHECK(refused(result));
        CHECK(result.log.find(lattice) != std::string::npos);
    }
}

TEST_CASE("a lattice that is larger than the memory is refused before that") {
    // As large as one array of links can be: 249 GB and more.
    if (tasuki::runtime::host_memory_available() > 240e9)
        return skip("this host has memory for any lattice");
    const auto result = run_cli(
        "bench wilson --gpus 0 --reconstruct 8 --lattice "
        "4x4x4x4,128x128x64x126");
    CHECK(result.code == 3);
    CHECK(result.out.empty());
    CHECK(result.log.find("a lattice of 128x128x64x126 needs 249.") !=
          std::string::npos);
    CHECK(result.log.find("GB are available") != std::string::npos);
}
