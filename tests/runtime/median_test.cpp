// The median of odd and even numbers of samples.
#include "runtime/core/median.hpp"

#include <doctest/doctest.h>

using tasuki::runtime::median;

TEST_CASE("the median is in the middle, in whatever order samples come") {
    CHECK(median({5}) == 5);
    CHECK(median({3, 1, 2}) == 2);
    CHECK(median({9, 2, 7, 1, 8}) == 7);
    CHECK(median({4, 4, 1}) == 4);
}

TEST_CASE("of an even number it is the mean of the two in the middle") {
    CHECK(median({2, 1}) == 1.5);
    CHECK(median({4, 1, 3, 2}) == 2.5);
    CHECK(median({1, 6, 8, 2, 5, 3}) == 4);
    CHECK(median({7, 7}) == 7);
}
