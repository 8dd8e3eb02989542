// Which GPUs are too small for the ranks that share them.
#include "drivers/common/gpu_memory.hpp"

#include <doctest/doctest.h>

using namespace tasuki::drivers;
using Texts = std::vector<std::string>;

namespace {

GpuUse use(int rank, const char* id, int number, double free, double needed) {
    return {rank, id, number, "Card", 1e9 * free, 1e9 * needed};
}

}  // namespace

TEST_CASE("a GPU that one rank uses has to hold its blocks") {
    CHECK(find_small_gpus({}).empty());
    CHECK(find_small_gpus({use(0, "a", 0, 10, 9.4)}).empty());
    CHECK(find_small_gpus({use(0, "a", 0, 10, 9.4), use(0, "b", 1, 10, 11)}) ==
          Texts{"GPU 1 (Card) has 10.00 GB of memory free; its blocks need "
                "11.00 GB"});
    // A twentieth is left to CUDA.
    CHECK(find_small_gpus({use(0, "a", 0, 10, 9.6)}).size() == 1);
}

TEST_CASE("blocks that live on the CPU need no GPU") {
    CHECK(share_of_fullest(8, 8, 1) == 1);
    CHECK(share_of_fullest(6, 8, 1) == 0.75);
    CHECK(share_of_fullest(0, 8, 2) == 0);
    // The first GPU has its four, the second one two.
    CHECK(share_of_fullest(6, 8, 2) == 1);
    CHECK(share_of_fullest(2, 8, 2) == 0.5);
    CHECK(share_of_fullest(1, 3, 2) == 0.5);
}

TEST_CASE("ranks that share a GPU need their sum, whatever they call it") {
    // Each sees the device as its number 0, and the second one less of it.
    CHECK(find_small_gpus({use(0, "a", 0, 10, 6), use(1, "b", 0, 10, 6)})
              .empty());
    CHECK(find_small_gpus({use(0, "a", 0, 10, 4), use(1, "a", 0, 9.5, 4)})
              .empty());
    CHECK(find_small_gpus({use(0, "a", 0, 10, 4), use(1, "b", 0, 10, 9),
                           use(2, "a", 0, 8, 4)}) ==
          Texts{"GPU 0 (Card) has 8.00 GB of memory free; the blocks of ranks "
                "0, 2 need 8.00 GB"});
}
