// `tasuki bench tasks`: what it prints and writes, and what it refuses.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "peers/taskbench/engine.hpp"
#include "tests/close.hpp"
#include "tests/drivers/cli.hpp"

using namespace tasuki::test;
namespace tb = tasuki::peers::taskbench;

namespace {

const std::string kBench =
    "bench tasks --cpus 2 --width 4 --steps 8 --repetitions 3 ";

}  // namespace

TEST_CASE("bench tasks: every pattern on every engine, as JSON and chart") {
    const Folder folder;
    const auto svg = folder / "chart.svg";
    const auto result =
        run_cli(kBench + "--iterations 1,64,64,4096 --json - --svg " + svg);
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    const auto json = nlohmann::json::parse(result.out);
    const auto engines = tb::available_engines(tb::On::cpu);
    REQUIRE(json.size() == engines.size() * tb::pattern_names().size());
    std::size_t k = 0;
    for (const auto& pattern : tb::pattern_names())
        for (const auto& engine : engines) {
            const auto& row = json[k++];
            CAPTURE(row.dump());
            CHECK(row["pattern"] == pattern);
            CHECK(row["engine"] == engine);
            CHECK(row["cpus"] ==
                  (engine == "serial" || engine == "replay" ? 1 : 2));
            const tb::Graph graph{tb::parse_pattern(pattern), 4, 8};
            CHECK(row["tasks"] == graph.tasks());
            CHECK(row["dependencies"] == graph.dependencies());
            CHECK(row["metg_all"].size() == 3);
            CHECK(row["metg_min"] <= row["metg_median"]);
            CHECK(row["metg_median"] <= row["metg_max"]);
            CHECK(row["metg_reached"].is_boolean());
            CHECK(row["peak_over_serial"] > 0);
            REQUIRE(row["sizes"].size() == 3);  // 64 once
            double peak = 0;
            for (const auto& size : row["sizes"]) {
                CHECK(size["seconds_all"].size() == 3);
                peak = std::max(peak, size["efficiency"].get<double>());
            }
            CHECK(row["sizes"][0]["iterations"] == 4096);
            CHECK(row["sizes"][2]["iterations"] == 1);
            CHECK(close(peak, 1, 1e-12));
        }
    const auto chart = read_file(svg);
    CHECK(chart.find("stencil_1d tasuki") != std::string::npos);
    CHECK(chart.find("rate / peak rate") != std::string::npos);
}

TEST_CASE("bench tasks: the table, and sizes that it chooses") {
    const auto result =
        run_cli(kBench + "--patterns fft --engines tasuki,openmp");
    CAPTURE(result.log);
    CAPTURE(result.out);
    REQUIRE(result.code == 0);
    CHECK(result.out.find("4 columns, 8 steps") == 0);
    CHECK(result.out.find("METG [us]") != std::string::npos);
    CHECK(result.out.find("\nfft         tasuki     2") != std::string::npos);
    CHECK(result.out.find("\nfft         openmp     2") != std::string::npos);
    CHECK(result.out.find(" -\n") != std::string::npos);  // without serial
}

TEST_CASE("bench tasks refuses what it does not know") {
    for (const char* arguments :
         {"--patterns ring", "--engines mpi", "--engines serial,foo",
          "--width 0", "--width 257", "--steps 0", "--iterations 0",
          "--iterations 1,x", "--repetitions 0", "--cpus 0", "more",
          "--patterns stencil_1d --width 256 --steps 1000",
          "--patterns all_to_all --width 256 --steps 100",
          "--json /no/such/folder/out.json", "--on tpu"}) {
        CAPTURE(arguments);
        const auto result = run_cli(std::string{"bench tasks "} + arguments);
        CAPTURE(result.log);
        CHECK(refused(result));
    }
}

TEST_CASE("what this machine or build has not ends with exit code 3") {
    CHECK(run_cli("bench tasks --cpus 4096").code == 3);
    CHECK(run_cli("bench tasks --engines streams").code == 3);
    CHECK(run_cli("bench tasks --on gpu --engines openmp").code == 3);
    if (tb::has_tbb()) return;
    const auto result = run_cli("bench tasks --engines tbb");
    CHECK(result.code == 3);
    CHECK(result.out.empty());
    CHECK(result.log.find("libtbb-dev") != std::string::npos);
}
