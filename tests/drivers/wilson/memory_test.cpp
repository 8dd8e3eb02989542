// How much of its blocks a GPU has.
#include <doctest/doctest.h>

#include "drivers/lattice/block_options.hpp"

using tasuki::drivers::share_of_fullest;

TEST_CASE("blocks that live on the CPU need no GPU") {
    CHECK(share_of_fullest(8, 8, 1) == 1);
    CHECK(share_of_fullest(6, 8, 1) == 0.75);
    CHECK(share_of_fullest(0, 8, 2) == 0);
    // The first GPU has its four, the second one two.
    CHECK(share_of_fullest(6, 8, 2) == 1);
    CHECK(share_of_fullest(2, 8, 2) == 0.5);
    CHECK(share_of_fullest(1, 3, 2) == 0.5);
}
