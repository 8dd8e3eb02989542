// What a build that computes knows of simulations.
#include "runtime/simulation/simulation.hpp"

#include <doctest/doctest.h>

#include "runtime/core/error.hpp"
#include "runtime/simulation/machine.hpp"

using namespace tasuki;

TEST_CASE("a kernel takes the longer of its traffic and its arithmetic") {
    constexpr runtime::Rates rates{100, 10, 20, 0.5};
    CHECK(runtime::kernel_seconds(rates, 100, 0, 8) == 2);
    CHECK(runtime::kernel_seconds(rates, 100, 10, 8) == 2);
    CHECK(runtime::kernel_seconds(rates, 100, 30, 8) == 6);
    CHECK(runtime::kernel_seconds(rates, 100, 30, 4) == 3);
    CHECK(runtime::kernel_seconds(0.5 * rates, 100, 30, 4) == 6);
}

TEST_CASE("a build that computes refuses to simulate") {
    CHECK_THROWS_AS(runtime::check_simulates(), runtime::UnavailableError);
    const runtime::Machine machine{.name = "test",
                                   .cpu_name = "CPU",
                                   .cores = 3,
                                   .memory_bytes = 1000,
                                   .cpu = {1e11, 1e10, 2e10, 1},
                                   .gpus = 0,
                                   .gpu = {},
                                   .nodes = 1,
                                   .network = {}};
    CHECK_THROWS_AS(runtime::simulate(machine, [] {}),
                    runtime::UnavailableError);
}
