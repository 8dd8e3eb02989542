// Which CPUs and GPUs the ranks of a machine take.
#include <doctest/doctest.h>

#include <cstdlib>

#include "runtime/core/resources.hpp"
#include "runtime/mpi/launcher.hpp"

using tasuki::runtime::cpus_of_rank, tasuki::runtime::devices_of_rank;
using Devices = std::vector<int>;

TEST_CASE("ranks of a machine share its GPUs out") {
    CHECK(devices_of_rank(4, -1, 0, 1) == Devices{0, 1, 2, 3});
    CHECK(devices_of_rank(4, -1, 0, 2) == Devices{0, 1});
    CHECK(devices_of_rank(4, -1, 1, 2) == Devices{2, 3});
    CHECK(devices_of_rank(5, -1, 1, 2) == Devices{2, 3, 4});
    CHECK(devices_of_rank(0, -1, 1, 2) == Devices{});
}

TEST_CASE("ranks that ask for few get different GPUs") {
    CHECK(devices_of_rank(4, 1, 0, 4) == Devices{0});
    CHECK(devices_of_rank(4, 1, 3, 4) == Devices{3});
    CHECK(devices_of_rank(4, 2, 1, 2) == Devices{2, 3});
    CHECK(devices_of_rank(4, 1, 1, 2) == Devices{2});
}

TEST_CASE("with fewer GPUs than ranks some share one") {
    CHECK(devices_of_rank(1, -1, 1, 2) == Devices{0});
    CHECK(devices_of_rank(2, -1, 3, 4) == Devices{1});
    CHECK(devices_of_rank(2, 2, 1, 2) == Devices{0, 1});
}

TEST_CASE("ranks of a machine divide its CPUs") {
    const std::vector<int> cpus{1, 3, 5, 7, 9};
    CHECK(cpus_of_rank(cpus, 0, 1) == cpus);
    CHECK(cpus_of_rank(cpus, 0, 2) == std::vector{1, 3});
    CHECK(cpus_of_rank(cpus, 1, 2) == std::vector{5, 7, 9});
    CHECK(cpus_of_rank({4, 6}, 2, 3) == std::vector{6});
}

TEST_CASE("a launcher's variable that is no number is none of a launcher") {
    const char* before = std::getenv("OMPI_COMM_WORLD_SIZE");
    if (before != nullptr) return;  // a launcher's
    for (const char* value : {"x", "", "2x", "-1"}) {
        ::setenv("OMPI_COMM_WORLD_SIZE", value, 1);
        CHECK(tasuki::runtime::launched_ranks() == 1);
    }
    ::setenv("OMPI_COMM_WORLD_SIZE", "3", 1);
    CHECK(tasuki::runtime::launched_ranks() == 3);
    ::unsetenv("OMPI_COMM_WORLD_SIZE");
}
