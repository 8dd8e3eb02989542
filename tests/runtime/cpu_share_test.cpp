// CPUs for kernels beside the drivers of GPUs, on machines made up by hwloc.
#include "runtime/core/cpu_share.hpp"

#include <doctest/doctest.h>

#include <numeric>

#include "runtime/core/resources.hpp"

using namespace tasuki;
using runtime::Cores, runtime::cpus_for_kernels;

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

TEST_CASE("a core has the CPUs that hwloc gives it, in either numbering") {
    CHECK(cores_of("package:1 core:2 pu:2") == Cores{{0, 1}, {2, 3}});
    CHECK(cores_of("package:1 core:2 pu:2(indexes=0,2,1,3)") ==
          Cores{{0, 2}, {1, 3}});
}

TEST_CASE("ranks get whole cores and NUMA nodes, in either numbering") {
    // As most systems number two packages of hyper-threads.
    const auto cores =
        cores_of("package:2 core:2 pu:2(indexes=0,4,1,5,2,6,3,7)");
    const auto ordered = runtime::core_by_core(first(8), cores);
    CHECK(ordered == std::vector{0, 4, 1, 5, 2, 6, 3, 7});
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

TEST_CASE("kernels leave whole cores to the drivers of GPUs") {
    const auto adjacent = cores_of("package:1 core:8 pu:2");
    // StarPU puts drivers on the first CPU of each core.
    CHECK(cpus_for_kernels(first(16), adjacent, {0, 2, 4}, 1, 1) ==
          std::vector<int>{7, 8, 9, 10, 11, 12, 13, 14, 15});
    const auto apart = cores_of(
        "package:1 core:8 pu:2(indexes=0,8,1,9,2,10,3,11,4,12,5,13,6,14,7,15)");
    CHECK(cpus_for_kernels(first(16), apart, {0, 1, 2}, 1, 1) ==
          std::vector<int>{4, 5, 6, 7, 11, 12, 13, 14, 15});
    // Near the second package's memory.
    const auto packages = cores_of("package:2 core:4 pu:2");
    CHECK(cpus_for_kernels(first(16), packages, {8}, 0, 1) ==
          std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15});
}

TEST_CASE("without GPUs kernels have all CPUs but those of messages") {
    const auto cores = cores_of("package:1 core:4 pu:1");
    CHECK(cpus_for_kernels(first(4), cores, {}, 0, 1) == first(4));
    CHECK(cpus_for_kernels(first(4), cores, {}, 1, 1) ==
          std::vector<int>{1, 2, 3});
}

TEST_CASE("where CPUs are few, kernels have some in any case") {
    const auto cores = cores_of("package:1 core:2 pu:2");
    CHECK(cpus_for_kernels(first(4), cores, {0}, 1, 2) ==
          std::vector<int>{2, 3});
    CHECK(cpus_for_kernels(first(4), cores, {0}, 1, 3) ==
          std::vector<int>{1, 2, 3});
    CHECK(cpus_for_kernels(first(4), cores, {0, 2}, 1, 4) == first(4));
    CHECK(cpus_for_kernels({3}, cores, {3}, 2, 1) == std::vector<int>{3});
    CHECK(cpus_for_kernels({3}, {}, {3}, 2, 0).empty());
}
