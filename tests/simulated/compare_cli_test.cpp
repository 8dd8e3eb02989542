// `tasuki compare wilson --machine`.
#include <doctest/doctest.h>

#include <filesystem>
#include <tuple>

#include "json/json.hpp"
#include "tests/simulated/support.hpp"
#include "tests/views/well_formed.hpp"

using namespace tasuki::test;
using tasuki::Json;
namespace fs = std::filesystem;

namespace {

const std::string kMachine = machine_file("k20x_2015");

CliResult compare(const std::string& machine, const std::string& options) {
    return run_cli(
        "compare wilson --machine '" + machine +
        "' --lattices 8x8x8x16,8x8x8x32 --precisions single --gpus 1 "
        "--reps 2 " +
        options);
}

}  // namespace

TEST_CASE("a simulated comparison says everywhere that it is one") {
    const Folder folder;
    const auto out = folder / "out";
    const auto result = compare(
        kMachine, "--scheds feedback --placements gpu,host-t --out " + out);
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    CHECK(result.out.starts_with("SIMULATED on IBM iDataPlex"));
    CHECK_FALSE(contains(result.out, "may be noise"));
    CHECK(contains(result.out, "4 cells, 0 failed"));

    const auto json = Json::parse(read_file(out + "/results.json"));
    CHECK(json["simulated"]["file"] == kMachine);
    REQUIRE(json["cells"].size() == 4);
    for (const auto& cell : json["cells"]) {
        CHECK_FALSE(cell.contains("relative_error"));
        CHECK(cell["seconds_median"] > 0);
    }
    CHECK(read_file(out + "/results.csv").starts_with("simulated,x,y,z,t,"));
    const auto html = read_file(out + "/report.html");
    CHECK(WellFormed::problem(html) == "");
    CHECK(contains(html, "<title>tasuki compare wilson, SIMULATED"));
    CHECK(contains(html, "<figcaption>Simulated on IBM iDataPlex"));
    for (const auto& file : fs::directory_iterator{out + "/charts"})
        CHECK(contains(read_file(file.path().string()), "Simulated: "));

    // Its folder can be read by itself, and takes no cells of other machines.
    CHECK(run_cli("compare report " + out).out.starts_with("SIMULATED on IBM"));
    const auto other = folder / "machine.json";
    write_file(other, read_file(kMachine) + "\n");
    const auto mixed = compare(other, "--out " + out);
    CHECK(refused(mixed));
    CHECK(contains(mixed.log, "another simulated machine"));
}

TEST_CASE("the other commands are compared in simulation likewise") {
    for (const auto& [options, key, missing] :
         {std::tuple{"nbody --n 1024,4096 --precisions single", "tflops_22",
                     "energy_error"},
          {"sht --truncations 85,170 --fields 1 --data host", "analysis_gflops",
           "roundtrip_rms"},
          {"solve --lattices 8x8x8x16 --precisions double,mixed", "iterations",
           "true_residual"}}) {
        CAPTURE(options);
        const Folder folder;
        const auto out = folder / "out";
        const auto result = run_cli(
            std::string{"compare "} + options + " --machine '" + kMachine +
            "' --gpus 1 --reps 2 --scheds dmdas --placements gpu,cpu "
            "--out " +
            out);
        CAPTURE(result.log);
        CHECK(result.code == 0);
        CHECK(contains(result.out, "4 cells, 0 failed"));
        const auto json = Json::parse(read_file(out + "/results.json"));
        for (const auto& cell : json["cells"]) {
            CHECK(cell[key] > 0);
            CHECK_FALSE(cell.contains(missing));
        }
    }
}

TEST_CASE("what cannot be simulated is refused before a cell runs") {
    const Folder folder;
    const auto to = " --out " + (folder / "out");
    CHECK(unavailable(compare(kMachine, "--ranks 1,8" + to),
                      "--ranks 8: expected at most 4"));
    CHECK(unavailable(
        run_cli("compare wilson --machine " + kMachine + " --gpus 1,3" + to),
        "--gpus 3: expected at most the 2"));
    CHECK(unavailable(run_cli("compare wilson" + to), "cannot compute"));
    CHECK(refused(compare("no-such-file", to)));
    CHECK(refused(run_cli("compare sphere --machine " + kMachine + to)));
    CHECK_FALSE(fs::exists(folder / "out"));
}

TEST_CASE("ranks of a simulation are compared too, without mpirun") {
    const Folder folder;
    const auto out = folder / "out";
    const std::string options = "--scheds feedback --placements gpu ";
    const auto result = compare(
        kMachine, options + "--ranks 1,2 --ranks-per-node 2 --out " + out);
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    CHECK(contains(result.out, "Up to 2 ranks on each node."));
    const auto json = Json::parse(read_file(out + "/results.json"));
    CHECK(json["simulated"]["ranks_per_node"] == 2);
    REQUIRE(json["cells"].size() == 4);
    for (const auto& cell : json["cells"]) {
        const std::string command = cell["command"];
        CHECK_FALSE(contains(command, "mpirun"));
        CHECK(contains(command, "--ranks 2") == (cell["ranks"] == 2));
        CHECK(cell["seconds_median"] > 0);
    }
    const auto mixed = compare(kMachine, options + "--ranks 2 --out " + out);
    CHECK(refused(mixed));
    CHECK(contains(mixed.log, "number of ranks per node"));
    const auto to = " --out " + (folder / "many");
    CHECK(unavailable(compare(kMachine, "--ranks 16 --ranks-per-node 2" + to),
                      "--ranks 16: expected at most 8, 2 for each node"));
    CHECK(unavailable(compare(kMachine, "--ranks 4 --ranks-per-node 4" + to),
                      "--gpus 1: expected at most the 2 of"));
    CHECK(refused(run_cli("compare wilson --ranks-per-node 2" + to)));
    CHECK(unavailable(run_cli("compare nbody --machine '" + kMachine +
                              "' --n 1024 --ranks 2" + to),
                      "a simulation of nbody is of one rank"));
}
