// `tasuki simulate offload`.
#include <doctest/doctest.h>

#include "tests/close.hpp"
#include "tests/simulated/support.hpp"

using namespace tasuki::test;
using tasuki::Json;

namespace {

const std::string kRun =
    "offload --run 'wilson --gauge hot:1 --lattice 16x16x16x16 --blocks "
    "1x1x1x2' --placements host-t,dynamic --ratios 2,32 --links 5";

/// Without its progress, which takes longer on a busy machine.
Json sweep(const std::string& machine, const std::string& command) {
    const auto result =
        run_cli("--quiet simulate --machine " + machine_file(machine) + " " +
                command + " --json -");
    CHECK(result.code == 0);
    CHECK(result.log.empty());
    return Json::try_parse(result.out).value_or(Json{});
}

}  // namespace

TEST_CASE("a command is simulated on variations of a machine") {
    const Folder folder;
    const auto svg = folder / "chart.svg";
    const Json cells = sweep("k20x_2015", kRun + " --svg " + svg)["cells"];
    REQUIRE(cells.size() == 3);
    const double ratios[] = {249.6 / 102.4, 2, 32};
    for (std::size_t k = 0; k < 3; ++k) {
        CAPTURE(k);
        CHECK(close(cells[k]["bandwidth_ratio"], ratios[k], 1e-12));
        CHECK(close(cells[k]["speed_percent"],
                    100 * cells[k]["without"]["seconds"].get<double>() /
                        cells[k]["with"]["seconds"].get<double>(),
                    1e-12));
    }
    // GPUs and their link are the same; CPUs are 16 times slower.
    CHECK(cells[2]["without"] == cells[1]["without"]);
    CHECK(cells[2]["with"]["seconds"] > cells[1]["with"]["seconds"]);
    CHECK(contains(read_file(svg), "simulated on IBM iDataPlex"));
}

TEST_CASE("the machine itself has the times that the command has there") {
    const Json j = sweep(
        "h200_16cpu",
        "offload --run 'nbody --n 65536' --placements cpu --ratios 8 --links "
        "1");
    const auto time = [](const char* placement) {
        return simulated_json("h200_16cpu",
                              std::string{"nbody --n 65536 --placement "} +
                                  placement)["seconds_median"];
    };
    CHECK(j["cells"][0]["without"]["placement"] == "gpu");
    CHECK(j["cells"][0]["without"]["seconds"] == time("gpu"));
    CHECK(j["cells"][0]["with"]["seconds"] == time("cpu"));
}

TEST_CASE("a sweep that cannot be is refused, and leaves no file") {
    const Folder folder;
    const auto file = folder / "sweep.json";
    const auto code = [&](const std::string& words) {
        const auto result =
            simulate("k20x_2015", "offload --json " + file + " " + words);
        CHECK(result.out.empty() == (result.code == 2));
        return result.code;
    };
    CHECK(code("--ratios 0") == 2);
    CHECK(code("--links 5,much") == 2);
    const auto wrong = simulate(
        "k20x_2015", "offload --json " + file + " --run 'wilson --lattice 3'");
    CHECK(wrong.code == 2);
    CHECK(contains(wrong.log, "wilson --lattice 3 --placement gpu: "));
    CHECK(folder.names().empty());
}
