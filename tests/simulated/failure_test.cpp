#include <doctest/doctest.h>

#include "runtime/runtime.hpp"
#include "simulation/simulation.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using runtime::Context, runtime::UnavailableError;

namespace {

runtime::Machine machine(int cores) {
    return {.name = "test",
            .cpu_name = "CPU",
            .cores = cores,
            .memory_bytes = std::size_t{1} << 30,
            .cpu = {1e9, 1e9, 1e9, 1},
            .gpus = 0,
            .gpu = {},
            .nodes = 1,
            .network = {}};
}

}  // namespace

TEST_CASE("what a simulation refuses") {
    runtime::check_simulates();
    INFO("to compute");
    CHECK_THROWS_AS(Context{}, UnavailableError);
    INFO("a machine that StarPU has no room for");
    CHECK_THROWS_AS(runtime::simulate(machine(1000), [] {}), UnavailableError);
    INFO("an error comes out of the simulation");
    CHECK_THROWS_WITH_AS(
        runtime::simulate(machine(2),
                          [] {
                              Context context;
                              throw runtime::NumericsError("of the run");
                          }),
        "of the run", runtime::NumericsError);
    INFO("a second one");
    CHECK_REFUSAL(runtime::simulate(machine(2), [] {}), "a second simulation");
}
