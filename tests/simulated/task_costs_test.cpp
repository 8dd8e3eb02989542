// What `tasuki devices` measures of tasks, on a machine that takes what it is
// told.
#include "drivers/devices/task_costs.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "runtime/simulation/simulation.hpp"

using namespace tasuki;

TEST_CASE("what a task costs is found again") {
    const runtime::Rates rates{1e14, 1e15, 1e15, 1};
    const runtime::TaskCosts costs{.submit = 2e-6, .cpu = 5e-6, .gpu = 11e-6};
    runtime::TaskCosts found;
    runtime::simulate(
        {.name = "test",
         .cpu_name = "CPU",
         .cores = 4,
         .memory_bytes = std::size_t{1} << 30,
         .cpu = rates,
         .gpus = 1,
         .gpu =
             runtime::MachineGpu{
                 "GPU", std::size_t{1} << 30, rates, {1e12, 1e-9}, {}},
         .nodes = 1,
         .network = {},
         .task_costs = costs},
        [&] {
            runtime::Context context;
            drivers::measure_cpu_tasks(context, found);
            drivers::measure_gpu_tasks(context, found);
        });
    // The first and the last of a thousand are not hidden behind others.
    CHECK(std::abs(found.submit / costs.submit - 1) < 0.005);
    CHECK(std::abs(found.cpu / costs.cpu - 1) < 0.005);
    CHECK(std::abs(found.gpu / costs.gpu - 1) < 0.005);
}

TEST_CASE("three quarters of the bursts may be disturbed") {
    CHECK(drivers::undisturbed({9}) == 9);
    CHECK(drivers::undisturbed({30, 9.1, 12, 18, 9, 25, 14, 11}) == 9.1);
    CHECK(drivers::undisturbed({9, 9, 9, 400}) == 9);
}
