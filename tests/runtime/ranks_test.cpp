// Which CPUs and GPUs the ranks of a machine take.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "runtime/core/resources.hpp"
#include "runtime/mpi/launcher.hpp"
#include "tests/skip.hpp"

using tasuki::runtime::cpus_of_rank, tasuki::runtime::devices_of_rank;
using Devices = std::vector<int>;

TEST_CASE("ranks of a machine share its GPUs out") {
    CHECK(devices_of_rank(4, -1, 0, 1) == Devices{0, 1, 2, 3});
    CHECK(devices_of_rank(4, -1, 0, 2) == Devices{0, 1});
    CHECK(devices_of_rank(4, -1, 1, 2) == Devices{2, 3});
    CHECK(devices_of_rank(5, -1, 1, 2) == Devices{2, 3, 4});
    CHECK(devices_of_rank(0, -1, 1, 2) == Devices{});
    CHECK(devices_of_rank(4, 1, 3, 4) == Devices{3});  // asked for one
}

TEST_CASE("no GPU has more ranks than others need, for any mix") {
    for (int gpus = 1; gpus <= 8; ++gpus)
        for (int ranks = 1; ranks <= 16; ++ranks)
            for (int asked = -1; asked <= gpus; ++asked) {
                if (asked == 0) continue;
                CAPTURE(gpus);
                CAPTURE(ranks);
                CAPTURE(asked);
                std::vector<int> used(gpus);
                int all = 0;
                for (int rank = 0; rank < ranks; ++rank) {
                    const auto own = devices_of_rank(gpus, asked, rank, ranks);
                    for (const int gpu : own) ++used[gpu];
                    all += static_cast<int>(own.size());
                }
                CHECK(std::ranges::max(used) <= (all + gpus - 1) / gpus);
                // All there are, unless a rank wants fewer.
                if (asked < 0 || all >= gpus)
                    CHECK(std::ranges::min(used) >= 1);
            }
}

TEST_CASE("ranks of a machine divide its CPUs") {
    const std::vector<int> cpus{1, 3, 5, 7, 9};
    CHECK(cpus_of_rank(cpus, 0, 1) == cpus);
    CHECK(cpus_of_rank(cpus, 0, 2) == std::vector{1, 3});
    CHECK(cpus_of_rank(cpus, 1, 2) == std::vector{5, 7, 9});
    CHECK(cpus_of_rank({4, 6}, 2, 3) == std::vector{6});
    for (int n = 1; n <= 5; ++n) {
        CAPTURE(n);
        std::vector<int> all;
        for (int rank = 0; rank < n; ++rank)
            std::ranges::copy(cpus_of_rank(cpus, rank, n),
                              std::back_inserter(all));
        CHECK(all == cpus);
    }
}

TEST_CASE("a launcher's variable that is no number is none of a launcher") {
    if (std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr)
        return tasuki::test::skip("a launcher has set the variable");
    for (const char* value : {"x", "", "2x", "-1"}) {
        ::setenv("OMPI_COMM_WORLD_SIZE", value, 1);
        CHECK(tasuki::runtime::launched_ranks() == 1);
    }
    ::setenv("OMPI_COMM_WORLD_SIZE", "3", 1);
    CHECK(tasuki::runtime::launched_ranks() == 3);
    ::unsetenv("OMPI_COMM_WORLD_SIZE");
}
