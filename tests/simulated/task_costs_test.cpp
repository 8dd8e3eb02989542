// What `tasuki devices` measures of tasks, on a machine that takes what it is
// told.
#include "drivers/devices/task_costs.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>

#include "simulation/simulation.hpp"
#include "tests/child.hpp"

using namespace tasuki;

namespace {

constexpr runtime::TaskCosts kCosts{
    .submit = 2e-6, .cpu = 5e-6, .gpu = 11e-6, .several_gpus = 17e-6};

// The first and the last of a thousand are not hidden behind others.
bool is_near(double found, double cost) {
    return std::abs(found / cost - 1) < 0.005;
}

/// In a process of its own, as there is one simulation in each.
void check_found_again(int gpus) {
    const test::Folder folder;
    const auto ended = test::in_child(folder, [&] {
        const runtime::Rates rates{1e14, 1e15, 1e15, 1};
        runtime::TaskCosts found;
        runtime::simulate(
            {.name = "test",
             .cpu_name = "CPU",
             .cores = 6,
             .memory_bytes = std::size_t{1} << 30,
             .cpu = rates,
             .gpus = 3,
             .gpu =
                 runtime::MachineGpu{
                     "GPU", std::size_t{1} << 30, rates, {1e12, 1e-9}, {}},
             .nodes = 1,
             .network = {},
             .task_costs = kCosts},
            [&] {
                runtime::Context context{{.gpus = gpus}};
                drivers::measure_cpu_tasks(context, found);
                drivers::measure_gpu_tasks(context, found);
            });
        const bool gpu_is_near =
            gpus == 1
                ? is_near(found.gpu, kCosts.gpu)
                : is_near(found.several_gpus.value_or(0), *kCosts.several_gpus);
        std::exit(gpu_is_near && is_near(found.submit, kCosts.submit) &&
                          is_near(found.cpu, kCosts.cpu)
                      ? 0
                      : 1);
    });
    CAPTURE(ended.said);
    CHECK(ended.code == 0);
}

}  // namespace

TEST_CASE("what a task costs is found again") {
    check_found_again(1);
    check_found_again(2);
}
