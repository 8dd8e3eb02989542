// `tasuki simulate tasks`.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "json/json.hpp"
#include "tests/close.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"

using namespace tasuki::test;
using tasuki::Json;

namespace {

CliResult simulate(const std::string& options) {
    return run_cli("simulate --machine '" TASUKI_TEST_MACHINES
                   "/h200_16cpu.json' tasks " +
                   options);
}

Json rows_of(const std::string& options) {
    return Json::parse(simulate(options + " --json -").out)["rows"];
}

/// Time of an iteration in the end, of `feedback` over that of the stock
/// policy.
double against(const std::string& stock, const std::string& machine,
               const std::string& options) {
    const auto rows =
        Json::parse(run_cli("simulate --machine '" TASUKI_TEST_MACHINES "/" +
                            machine + ".json' tasks --no-oracle --sched " +
                            "feedback," + stock + " --json - " + options)
                        .out)["rows"];
    REQUIRE(rows.size() == 2);
    return rows[0]["seconds_steady"].get<double>() /
           rows[1]["seconds_steady"].get<double>();
}

}  // namespace

TEST_CASE("tasks of one class take the time of their ratio") {
    // 100 tasks of 1 ms on the GPU, or of 8 ms on 14 CPU workers.
    const auto rows =
        rows_of("--graph independent:8x100 --sched dmda --iterations 4");
    REQUIRE(rows.size() == 3);
    CHECK(rows[0]["policy"] == "static: gpu");
    CHECK(close(rows[0]["seconds_steady"], 100e-3, 1e-3));
    CHECK(rows[1]["policy"] == "static: cpu");
    CHECK(close(rows[1]["seconds_steady"], 8 * 8e-3, 1e-2));
}

TEST_CASE("every graph runs, and gives the same numbers again") {
    for (const char* graph :
         {"cholesky:4x512", "heat:2x128", "independent:2x10", "forkjoin:6x2",
          "tree:20x1", "nearest:2x8x3", "spread:2x8x3", "fft:2x8x3"}) {
        CAPTURE(graph);
        const auto options = std::string{"--graph "} + graph +
                             " --sched feedback,dmdas --iterations 3";
        const auto rows = rows_of(options);
        REQUIRE(rows.size() >= 3);
        CHECK(rows == rows_of(options));
    }
}

TEST_CASE("nothing is faster than the bound, and independent tasks reach it") {
    for (const char* graph :
         {"independent:8x500", "cholesky:8x1024", "heat:4x512", "forkjoin:16x5",
          "tree:50x1", "stencil_1d:8x16x5"}) {
        CAPTURE(graph);
        const auto result = Json::parse(
            simulate(std::string{"--sched dmdas,lws --iterations 4 --json - "
                                 "--graph "} +
                     graph)
                .out);
        const auto& bound = result["bound"];
        const auto seconds = bound["seconds"].get<double>();
        CHECK(seconds ==
              std::max(bound["area_seconds"].get<double>(),
                       bound["critical_path_seconds"].get<double>()));
        double least = 1e9;
        for (const auto& row : result["rows"])
            least = std::min(least, row["seconds_steady"].get<double>());
        CHECK(least >= seconds);
        if (graph == std::string{"independent:8x500"}) {
            CHECK(close(seconds, 500e-3 / (1 + 14.0 / 8), 1e-6));
            CHECK(least < 1.02 * seconds);
        }
    }
    // Ten tasks wait for each other.
    const auto chain = Json::parse(
        simulate("--sched dmdas --iterations 2 --json - --graph no_comm:3x1x10")
            .out);
    CHECK(close(chain["bound"]["critical_path_seconds"], 10e-3, 1e-6));
    CHECK_FALSE(Json::parse(simulate("--no-oracle --sched dmdas --iterations 2 "
                                     "--json - --graph no_comm:3x1x2")
                                .out)
                    .contains("bound"));
}

TEST_CASE("feedback is not slower than what StarPU has for each graph") {
    for (const auto& [stock, machine, graph] :
         {std::tuple{"dmda", "h200_16cpu", "independent:8x500"},
          {"dmdas", "k20x_2015", "cholesky:12x2048"},
          {"dmda", "h200_16cpu", "forkjoin:32x20"}}) {
        CAPTURE(graph);
        // Rather a policy that is broken than one that could be better.
        CHECK(against(stock, machine,
                      std::string{"--iterations 12 --graph "} + graph) < 1.2);
    }
}

TEST_CASE("the table says that it is simulated") {
    const auto table =
        simulate("--graph independent:4x20 --sched eager --iterations 2");
    CHECK(table.code == 0);
    CHECK(table.log.empty());
    CHECK(table.out.starts_with("SIMULATED"));
    CHECK(contains(table.out, "14 CPU workers"));
    CHECK(contains(table.out, "\n  eager "));
}

TEST_CASE("what is no graph or policy is refused") {
    CHECK(refused(simulate("--graph cholesky")));
    CHECK(refused(simulate("--graph cholesky:4x0")));
    CHECK(refused(simulate("--graph heat:6x64x2")));
    CHECK(refused(simulate("--graph stencil_1d:8x32")));
    CHECK(refused(simulate("--graph stencil_1d:8x300x2")));
    CHECK(refused(simulate("--graph ring:8x32x2")));
    CHECK(simulate("--sched nonsense").code == 3);
}
