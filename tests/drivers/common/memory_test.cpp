// Which memories are too small for the ranks that share them.
#include "drivers/common/memory.hpp"

#include <doctest/doctest.h>

#include "runtime/core/error.hpp"
#include "runtime/mpi/ranks.hpp"
#include "tests/contains.hpp"

using namespace tasuki::drivers;
using tasuki::test::contains;

namespace {

MemoryUse use(int rank, const char* id, const char* name, double available,
              double needed) {
    return {rank, id, name, false, 1e9 * available, 1e9 * needed};
}

std::string refusal(const MemoryNeed& need,
                    const std::vector<MemoryDemand>& demands) {
    try {
        check_memory(tasuki::runtime::mpi_ranks(), need, demands);
    } catch (const tasuki::runtime::UnavailableError& error) {
        return error.what();
    }
    return {};
}

}  // namespace

TEST_CASE("what ranks share has to hold their sum, whatever they call it") {
    // Each sees the device as its number 0, and the second one less of it.
    const auto shared =
        add_uses({use(0, "a", "GPU 0", 10, 4), use(1, "b", "GPU 1", 10, 9),
                  use(2, "a", "GPU 0", 7.5, 4)});
    REQUIRE(shared.size() == 2);
    CHECK(shared[0].ranks == std::vector{0, 2});
    CHECK(shared[0].needed == 8e9);
    CHECK(shared[0].available == 7.5e9);
    CHECK_FALSE(shared[0].fits());
    CHECK(shared[1].fits());
}

TEST_CASE("of machines that are alike the tightest is shown") {
    const auto demands = add_uses({use(0, "one", "host memory", 20, 4),
                                   use(1, "two", "host memory", 9, 5),
                                   use(2, "two", "host memory", 9, 5),
                                   use(3, "three", "host memory", 20, 4)});
    REQUIRE(demands.size() == 1);
    CHECK(demands[0].ranks == std::vector{1, 2});
}

TEST_CASE("a refusal has both numbers, the memory, its ranks and a way out") {
    const MemoryNeed need{.what = "a lattice", .advice = "take a smaller one"};
    CHECK(refusal(need, add_uses({use(0, "a", "host memory", 8, 8)})).empty());
    CHECK(refusal(need, add_uses({use(0, "a", "host memory", 8, 8.5)})) ==
          "a lattice needs 8.50 GB of host memory, 8.00 GB are available: take "
          "a smaller one");
    CHECK(contains(refusal(need, add_uses({use(0, "a", "host memory", 8, 5),
                                           use(1, "a", "host memory", 8, 5)})),
                   "10.00 GB of host memory for ranks 0, 1, 8.00 GB"));
}

TEST_CASE("a GPU may be too small where the policy has a choice") {
    MemoryNeed need{.what = "a lattice", .on_gpus = IfTooSmall::warn};
    MemoryUse gpu = use(0, "a", "GPU 0 (Card)", 8, 9);
    gpu.on_gpu = true;
    CHECK(refusal(need, add_uses({gpu})).empty());
    need.on_gpus = IfTooSmall::refuse;
    CHECK(contains(refusal(need, add_uses({gpu})), "9.00 GB of GPU 0 (Card)"));
}
