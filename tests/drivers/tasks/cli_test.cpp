// `tasuki tasks`, and what tells that a task has given something else.
#include "tests/drivers/cli.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "drivers/tasks/graphs/execution.hpp"
#include "runtime/core/devices.hpp"
#include "runtime/core/error.hpp"
#include "tests/contains.hpp"

using namespace tasuki::test;
using namespace tasuki::drivers;
using nlohmann::json;

TEST_CASE("every graph runs on CPUs, and gives what it should") {
    for (const std::string graph :
         {"cholesky:4x64", "heat:2x64", "independent:1x10", "forkjoin:4x1",
          "tree:10x1", "nearest:1x4x3", "all_to_all:1x4x3"}) {
        CAPTURE(graph);
        const auto result = run_cli(
            "tasks --sched lws --no-oracle --iterations 4 --json - "
            "--graph " +
            graph);
        REQUIRE(result.code == 0);
        const auto row = json::parse(result.out)["rows"][0];
        CHECK(row["seconds"].size() == 4);
        CHECK(row["seconds_steady"] > 0);
        CHECK_FALSE(row["cpu_part"].empty());
    }
}

TEST_CASE("placements are tried where there is a GPU") {
    const auto result = run_cli(
        "tasks --sched lws --iterations 4 --json - --graph independent:1x10");
    REQUIRE(result.code == 0);
    const auto rows = json::parse(result.out)["rows"].size();
    CHECK((rows > 1) == !tasuki::runtime::gpu_devices().empty());
}

TEST_CASE("an array that no task has written is found") {
    tasuki::runtime::Context context{{.cpus = 1, .gpus = 0}};
    const tasuki::runtime::Array<double> array{context, 4, 0.0};
    const LowerBound::Use use{array.raw(), true, true};
    Reference reference;
    reference.check();  // nothing was to be written
    reference.add(0, {&use, 1}, array);
    CHECK_THROWS_AS(reference.check(), tasuki::runtime::NumericsError);
}

TEST_CASE("tasks refuses what it cannot run") {
    CHECK(refused(run_cli("tasks --graph ring:2x3")));
    CHECK(run_cli("tasks --sched nonsense").code == 3);
    CHECK(refused(run_cli("tasks --graph independent:1x4 --placement work=2")));
}
