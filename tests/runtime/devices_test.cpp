// What the machine has.
#include "runtime/core/devices.hpp"

#include <sched.h>

#include <set>

#include "simulation/this_machine.hpp"
#include "tests/runtime/support.hpp"
#include "tests/skip.hpp"

using namespace tasuki;
using namespace tasuki::test;

TEST_CASE("the CPUs are those that the process may use") {
    const auto cpus = runtime::allowed_cpus();
    REQUIRE_FALSE(cpus.empty());
    CHECK(std::set<int>(cpus.begin(), cpus.end()).size() == cpus.size());
    cpu_set_t before, one;
    REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
    CPU_ZERO(&one);
    CPU_SET(cpus.back(), &one);
    REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
    CHECK(runtime::allowed_cpus() == std::vector<int>{cpus.back()});
    REQUIRE(sched_setaffinity(0, sizeof before, &before) == 0);
    CHECK(runtime::allowed_cpus() == cpus);
}

TEST_CASE("GPUs need a toolkit, and have a number, a name and memory") {
    const auto toolkit = runtime::gpu_toolkit();
    CHECK((toolkit == "CUDA" || toolkit == "HIP" ||
           toolkit == "HIP on NVIDIA" || toolkit == "none"));
    const auto gpus = runtime::gpu_devices();
    if (gpus.empty()) test::skip_part("GPUs: none is here");
    if (toolkit == "none") CHECK(gpus.empty());
    for (std::size_t k = 0; k < gpus.size(); ++k) {
        CHECK(gpus[k].number == static_cast<int>(k));
        CHECK_FALSE(gpus[k].name.empty());
        CHECK(gpus[k].total_bytes > std::size_t{1} << 30);
        CHECK(runtime::free_gpu_memory(gpus[k].number) <= gpus[k].total_bytes);
        CHECK(gpus[k].multiprocessors > 0);
    }
}

TEST_CASE("links join the memories of the workers") {
    const runtime::Context context;
    const auto memories =
        1 + static_cast<std::size_t>(context.count(runtime::Worker::Kind::gpu));
    const auto links = runtime::links();
    CHECK(links.size() == memories * (memories - 1));
    // StarPU's HIP driver does not.
    const bool measured = !runtime::gpu_toolkit().starts_with("HIP");
    for (const auto& link : links) {
        CHECK(link.from != link.to);
        CHECK((link.bandwidth_gbs > 0) == measured);
        CHECK((link.latency_us > 0) == measured);
    }
}
