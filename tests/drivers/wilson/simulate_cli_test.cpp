// `tasuki simulate wilson` in a build that computes; tests/simulated has the
// other one.
#include <doctest/doctest.h>

#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"

using namespace tasuki::test;

TEST_CASE("a build that computes refuses to simulate and says what would") {
    for (const char* words : {"simulate wilson --machine m.json",
                              "simulate --machine m.json wilson --json -",
                              "simulate --machine=m.json wilson",
                              "compare wilson --machine m.json --out DIR"}) {
        CAPTURE(words);
        const auto result = run_cli(words);
        CHECK(result.code == 3);
        CHECK(result.out.empty());
        CHECK(contains(result.log, "this build computes"));
        CHECK(contains(result.log, "`./tasuki simulate`"));
    }
}

TEST_CASE("help of a simulation has its machine and the command's options") {
    const auto result = run_cli("simulate wilson --help");
    CHECK(result.code == 0);
    CHECK(contains(result.out, "--machine"));
    CHECK(contains(result.out, "--lattice"));
    CHECK(contains(result.out, "--placement"));
    CHECK(contains(run_cli("simulate --help").out, "wilson"));
}

TEST_CASE("a simulation without a command or a machine is refused") {
    CHECK(refused(run_cli("simulate wilson")));
    CHECK(refused(run_cli("simulate --machine m.json")));
    CHECK(refused(run_cli("simulate wilson --machine")));
}
