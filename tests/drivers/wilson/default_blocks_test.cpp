// Into how many blocks a lattice is cut that nobody has cut.
#include <doctest/doctest.h>

#include "drivers/wilson/options.hpp"

using tasuki::drivers::default_t_blocks;

TEST_CASE("two blocks for each GPU, if they are not too thin") {
    CHECK(default_t_blocks(64, 1, true) == 2);
    CHECK(default_t_blocks(64, 4, true) == 8);
    CHECK(default_t_blocks(8, 1, false) == 2);
    CHECK(default_t_blocks(4, 1, true) == 1);
    CHECK(default_t_blocks(16, 4, true) == 4);
    CHECK(default_t_blocks(24, 4, true) == 4);
    CHECK(default_t_blocks(12, 4, true) == 3);
    CHECK(default_t_blocks(6, 4, true) == 3);
    CHECK(default_t_blocks(2, 8, true) == 1);
}

TEST_CASE("without GPUs a cut only to show one") {
    CHECK(default_t_blocks(16, 0, true) == 2);
    CHECK(default_t_blocks(6, 0, true) == 1);
    CHECK(default_t_blocks(16, 0, false) == 1);
}
