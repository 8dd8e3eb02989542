#include "io/rank_agreement.hpp"

#include <doctest/doctest.h>

using namespace tasuki::io;

TEST_CASE("each option that differs is named once, with its ranks") {
    const std::vector<Setting> zeroth{{"--a", "1"}, {"--b", "x"}, {"--c", "y"}};
    const std::vector<Setting> second{{"--a", "1"}, {"--b", "z"}, {"--c", "y"}};
    const std::vector<Setting> third{{"--a", "2"}, {"--b", "z"}, {"--c", "y"}};
    CHECK(find_disagreements({zeroth, zeroth, zeroth}).empty());
    CHECK(find_disagreements({zeroth, second, third, zeroth}) ==
          std::vector<std::string>{
              "--a: expected 1 as on rank 0, found 2 on rank 2",
              "--b: expected x as on rank 0, found z on ranks 1, 2"});
}
