// What ranks that disagree are told.
#include "runtime/mpi/rank_agreement.hpp"

#include <doctest/doctest.h>

using namespace tasuki::runtime;
using Found = std::vector<std::string>;

TEST_CASE("each option that differs is named once, with its ranks") {
    const std::vector<Setting> first{{"--a", "1"}, {"--b", "x"}, {"--c", "y"}};
    const std::vector<Setting> second{{"--a", "1"}, {"--b", "z"}, {"--c", "y"}};
    const std::vector<Setting> third{{"--a", "2"}, {"--b", "z"}, {"--c", "y"}};
    CHECK(find_disagreements({first}).empty());
    CHECK(find_disagreements({first, first, first}).empty());
    CHECK(find_disagreements({first, second, third, first}) ==
          Found{"--a: expected 1 as on rank 0, found 2 on rank 2",
                "--b: expected x as on rank 0, found z on ranks 1, 2"});
    CHECK(find_disagreements({third, first, second}) ==
          Found{"--a: expected 2 as on rank 0, found 1 on ranks 1, 2",
                "--b: expected z as on rank 0, found x on rank 1"});
}
