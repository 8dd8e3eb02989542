// The median of odd and even numbers of samples.
#include "drivers/median.hpp"

#include <doctest/doctest.h>

using tasuki::drivers::median;

TEST_CASE("the median is in the middle, in whatever order samples come") {
    CHECK(median({5}) == 5);
    CHECK(median({3, 1, 2}) == 2);
    CHECK(median({9, 2, 7, 1, 8}) == 7);
    CHECK(median({4, 4, 1}) == 4);
}

TEST_CASE("of an even number the greater of the two in the middle is taken") {
    CHECK(median({2, 1}) == 2);
    CHECK(median({4, 1, 3, 2}) == 3);
    CHECK(median({1, 6, 5, 2, 4, 3}) == 4);
}
