// Functions that make one value of others: medians, errors, and CPUs for
// ranks and kernels, some on machines made up by hwloc.
#include <cerrno>
#include <numeric>

#include "runtime/core/cpu_share.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/median.hpp"
#include "runtime/core/resources.hpp"
#include "simulation/machine.hpp"
#include "simulation/simulation.hpp"
#include "tests/runtime/support.hpp"

using namespace tasuki;
using namespace tasuki::test;
using runtime::Cores, runtime::cpus_for_kernels, runtime::default_cpus;
using runtime::median;

namespace {

/// @param description  as hwloc's synthetic topologies; indexes= numbers PUs
Cores cores_of(const char* description) {
    hwloc_topology_t topology;
    REQUIRE(hwloc_topology_init(&topology) == 0);
    REQUIRE(hwloc_topology_set_synthetic(topology, description) == 0);
    REQUIRE(hwloc_topology_load(topology) == 0);
    auto cores = runtime::cores_of(topology);
    hwloc_topology_destroy(topology);
    return cores;
}

std::vector<int> first(int n) {
    std::vector<int> cpus(n);
    std::iota(cpus.begin(), cpus.end(), 0);
    return cpus;
}

}  // namespace

TEST_CASE("a median is the middle, or the mean of the two there") {
    CHECK(median({5}) == 5);
    CHECK(median({9, 2, 7, 1, 8}) == 7);
    CHECK(median({2, 1}) == 1.5);
    CHECK(median({1, 6, 8, 2, 5, 3}) == 4);
}

TEST_CASE("check throws what a call returned, and from where") {
    CHECK_NOTHROW(runtime::check(0, "starpu_nothing"));
    for (const int rc : {-ENOMEM, ENOMEM}) {
        const auto message = message_of<runtime::FaultError>(
            [rc] { runtime::check(rc, "starpu_something"); });
        CHECK(contains(message, "starpu_something failed: "));
        CHECK(contains(message, "Cannot allocate memory"));
        CHECK(contains(message, "values_test.cpp:"));
        CHECK(message.find('\n') == std::string::npos);
    }
}

TEST_CASE("the tightest limit on CPUs holds, and is named") {
    for (const char* threads : {"8", "16", "many", ""}) {
        CHECK(default_cpus(8, 8, {threads}, 8.0).cpus == 8);
        CHECK(default_cpus(8, 8, {threads}, {}).limited_by.empty());
    }
    CHECK(default_cpus(8, 4, {}, {}).limited_by == "affinity");
    CHECK(default_cpus(8, 4, {}, {}).cpus == 4);
    CHECK(default_cpus(8, 4, {"2"}, 3.0).cpus == 2);
    CHECK(default_cpus(8, 4, {"2"}, 3.0).limited_by == "OMP_NUM_THREADS=2");
    CHECK(default_cpus(8, 8, {"4,2"}, {}).cpus == 4);
    CHECK(default_cpus(8, 8, {"4", "3"}, {}).limited_by ==
          "OMP_THREAD_LIMIT=3");
    CHECK(default_cpus(8, 8, {}, 2.5).cpus == 2);
    CHECK(default_cpus(8, 8, {}, 2.5).limited_by ==
          "control group with 2.5 CPUs");
    CHECK(default_cpus(8, 8, {}, 0.5).cpus == 1);
}

TEST_CASE("ranks get whole cores and NUMA nodes, in either numbering") {
    CHECK(cores_of("package:1 core:2 pu:2") == Cores{{0, 1}, {2, 3}});
    // As most systems number two packages of hyper-threads.
    const auto cores =
        cores_of("package:2 core:2 pu:2(indexes=0,4,1,5,2,6,3,7)");
    const auto ordered = runtime::core_by_core(first(8), cores);
    const auto of_rank = [&](int rank, int ranks) {
        return runtime::cpus_of_rank(ordered, rank, ranks);
    };
    CHECK(of_rank(0, 2) == std::vector{0, 4, 1, 5});  // the first package
    CHECK(of_rank(2, 4) == std::vector{2, 6});        // a core
    // Of what a process may use, and without a core for each.
    CHECK(runtime::core_by_core({1, 4, 5, 9}, cores) ==
          std::vector{4, 1, 5, 9});
    CHECK(runtime::core_by_core({3, 1}, {}) == std::vector{3, 1});
}

TEST_CASE("kernels leave whole cores to drivers of GPUs and to messages") {
    const auto apart = cores_of(
        "package:1 core:8 pu:2(indexes=0,8,1,9,2,10,3,11,4,12,5,13,6,14,7,15)");
    CHECK(cpus_for_kernels(first(16), apart, {0, 1, 2}, 1, 1) ==
          std::vector<int>{4, 5, 6, 7, 11, 12, 13, 14, 15});
    // Near the second package's memory.
    const auto packages = cores_of("package:2 core:4 pu:2");
    CHECK(cpus_for_kernels(first(16), packages, {8}, 0, 1) ==
          std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15});
    const auto few = cores_of("package:1 core:2 pu:2");
    CHECK(cpus_for_kernels(first(4), few, {}, 0, 1) == first(4));
    CHECK(cpus_for_kernels(first(4), few, {0}, 1, 2) == std::vector<int>{2, 3});
    // Some in any case.
    CHECK(cpus_for_kernels(first(4), few, {0}, 1, 3) ==
          std::vector<int>{1, 2, 3});
    CHECK(cpus_for_kernels(first(4), few, {0, 2}, 1, 4) == first(4));
    CHECK(cpus_for_kernels({3}, few, {3}, 2, 1) == std::vector<int>{3});
    CHECK(cpus_for_kernels({3}, {}, {3}, 2, 0).empty());
}

TEST_CASE("a kernel takes the longer of its traffic and its arithmetic") {
    constexpr runtime::Rates rates{100, 10, 20, 0.5};
    CHECK(runtime::kernel_seconds(rates, 100, 10, 8) == 2);
    CHECK(runtime::kernel_seconds(rates, 100, 30, 8) == 6);
    CHECK(runtime::kernel_seconds(rates, 100, 30, 4) == 3);
    CHECK(runtime::kernel_seconds(0.5 * rates, 100, 30, 4) == 6);
}

TEST_CASE("a build that computes refuses to simulate") {
    CHECK_THROWS_AS(runtime::check_simulates(), runtime::UnavailableError);
    CHECK_THROWS_AS(runtime::simulate(runtime::Machine{}, [] {}),
                    runtime::UnavailableError);
}
