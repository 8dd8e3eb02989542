#include "runtime/write_back.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace tasuki;

TEST_CASE("what is written back is what was there") {
    std::vector<double> values(1000);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<double>(i);
    const auto before = values;
    for (const std::size_t begin : {0, 1, 7, 8, 999})
        for (const std::size_t count : {0, 1, 8, 100, 1000}) {
            if (begin + count > values.size()) continue;
            runtime::write_back(values.data() + begin, count * sizeof(double));
            CHECK(values == before);
        }
}
