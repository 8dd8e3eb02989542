// `tasuki bench nbody`: what it measures is checked; two builds compared.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/close.hpp"
#include "tests/drivers/cli.hpp"
#include "tests/folder.hpp"

using namespace tasuki::test;
using nlohmann::json;

namespace {

/// What a bench of another build on the same card could have written.
json one_table(double slower, int rows) {
    json table{{"table", "table-a1"},
               {"device", "Card"},
               {"toolkit", slower == 1 ? "CUDA" : "HIP"},
               {"rows", json::array()}};
    for (int k = 0; k < rows; ++k) {
        const double seconds = 1e-3 * (k + 1) * slower;
        table["rows"].push_back({{"n", 1024 << k},
                                 {"precision", "single"},
                                 {"variant", "approx, shared"},
                                 {"seconds_median", seconds},
                                 {"tflops_22_median", 1 / seconds}});
    }
    return json::array({table});
}

void write(const std::string& path, const std::string& text) {
    std::ofstream{path} << text;
}

}  // namespace

TEST_CASE("bench nbody checks and times every number and precision") {
    const Folder folder;
    const auto csv = folder / "rows.csv";
    const auto result = run_cli(
        "bench nbody --n 2,1000 --precision single,mixed,double --gpus 0 "
        "--json - --csv " +
        csv);
    REQUIRE(result.code == 0);
    const auto tables = json::parse(result.out);
    REQUIRE(tables.size() == 1);
    CHECK(tables[0]["peak_single"].get<double>() > 0);
    CHECK(tables[0]["rows"].size() == 6);
    for (const auto& row : tables[0]["rows"]) {
        CHECK(row["seconds_min"].get<double>() > 0);
        CHECK(row["seconds_median"] >= row["seconds_min"]);
        const double n = row["n"];
        CHECK(close(row["tflops_22"].get<double>(),
                    22e-12 * n * n / row["seconds_min"].get<double>(), 1e-14));
        CHECK(row["relative_error"].get<double>() <
              (row["precision"] == "double" ? 1e-11 : 1e-3));
    }
    std::ifstream file{csv};
    std::string line;
    int lines = 0;
    while (std::getline(file, line)) ++lines;
    CHECK(lines == 7);
}

TEST_CASE("two builds are compared row by row") {
    const Folder folder;
    const auto cuda = folder / "cuda.json", hip = folder / "hip.json";
    write(cuda, one_table(1, 3).dump());
    write(hip, one_table(1.25, 3).dump());
    const auto svg = folder / "both.svg";
    const auto result = run_cli("bench nbody --hip-vs-cuda " + cuda + ' ' +
                                hip + " --json - --svg " + svg);
    REQUIRE(result.code == 0);
    const auto comparison = json::parse(result.out);
    REQUIRE(comparison["rows"].size() == 3);
    for (const auto& row : comparison["rows"])
        CHECK(close(row["ratio"].get<double>(), 1.25, 1e-14));
    const auto chart = read_file(svg);
    CHECK(chart.find("CUDA") != std::string::npos);
    CHECK(chart.find("HIP") != std::string::npos);

    write(hip, one_table(1.25, 2).dump());
    const auto missing =
        run_cli("bench nbody --hip-vs-cuda " + cuda + ' ' + hip);
    CHECK(refused(missing));
    CHECK(missing.log.find("4096") != std::string::npos);
    for (const char* wrong :
         {"", "{}", "[]", "[1]", "no json", R"([{"toolkit": 1, "rows": []}])",
          R"([{"toolkit": "HIP", "rows": [1]}])",
          R"([{"toolkit": "HIP", "rows": [{"n": "many"}]}])"}) {
        write(hip, wrong);
        CHECK(
            refused(run_cli("bench nbody --hip-vs-cuda " + cuda + ' ' + hip)));
    }
    CHECK(refused(run_cli("bench nbody --hip-vs-cuda " + cuda + " /no/such")));
    CHECK(refused(run_cli("bench nbody --hip-vs-cuda " + cuda + " /")));
}

TEST_CASE("a table of GPU kernels is not left out in silence") {
    const auto result = run_cli("bench nbody --table3 --gpus 0");
    CHECK(result.code == 3);
    CHECK(result.out.empty());
    CHECK(result.log.find("--table3") != std::string::npos);
}

TEST_CASE("bench nbody refuses what it does not know") {
    for (const char* arguments :
         {"--n 1", "--n many", "--precision half", "--variant fast",
          "--variant 'unroll 32' --precision double --n 64", "--svg x.svg",
          "--json /no/such/folder/out.json", "--csv /no/such/folder/out.csv"}) {
        CAPTURE(arguments);
        CHECK(
            refused(run_cli(std::string{"bench nbody --gpus 0 "} + arguments)));
    }
}
