// bandwidth moves what it says that it moves, and times it.
#include <doctest/doctest.h>

#include <algorithm>

#include "codelets/stream/bandwidth/bandwidth.hpp"
#include "tests/close.hpp"
#include "tests/codelets/backends.hpp"

using namespace tasuki;
using namespace tasuki::test;
namespace bandwidth = stream::bandwidth;

TEST_CASE("the arrays are those of a triad on the CPU, of a copy on a GPU") {
    constexpr int kRepetitions = 3;
    for (const auto where : backends())
        for (const std::size_t size : {8ul, 24ul, 1048ul, 100008ul}) {
            CAPTURE(name_of(where));
            CAPTURE(size);
            auto b_array = array_of(std::vector<double>(size, -1));
            auto c_array = array_of(std::vector<double>(size, -1));
            auto a_array = array_of(std::vector<double>(size, -1));
            std::vector<double> speeds(kRepetitions, -1);
            runtime::submit<bandwidth::Kernel>(
                context(), {size, kRepetitions, speeds.data()},
                {.where = where}, a_array, b_array, c_array);
            const auto a = values_of(a_array), b = values_of(b_array);
            for (std::size_t i = 0; i < size; ++i) {
                REQUIRE(b[i] == bandwidth::value_at(i));
                if (where == runtime::Where::gpu) REQUIRE(a[i] == b[i]);
            }
            if (where == runtime::Where::cpu) {
                const auto c = values_of(c_array);
                for (std::size_t i = 0; i < size; ++i)
                    REQUIRE(close(a[i], b[i] + 0.5 * c[i], 1e-15));
            }
            // Each repetition has written its speed.
            CHECK(*std::ranges::min_element(speeds) > 0);
        }
}

TEST_CASE("what does not fill a cache line is left alone on the CPU") {
    // Not as a task: StarPU may drop what is in a buffer that is written only.
    constexpr std::size_t kSize = 20, kLine = 8;
    struct alignas(64) Numbers {
        double of[kSize];
    } a, b, c;
    std::fill_n(a.of, kSize, -1.0);
    double speed = 0;
    bandwidth::run_cpu({kSize, 1, &speed},
                       {{a.of, kSize}, {b.of, kSize}, {c.of, kSize}});
    for (std::size_t i = 0; i < kSize; ++i)
        CHECK((a.of[i] == -1) == (i >= kSize / kLine * kLine));
}
