// fma measures something that a processor can do.
#include <doctest/doctest.h>

#include <cmath>

#include "codelets/stream/fma/fma.hpp"
#include "tests/close.hpp"
#include "tests/codelets/backends.hpp"

using namespace tasuki;
using namespace tasuki::test;

TEST_CASE("fma does the operations that it counts") {
    // From 1 and a bit, x = 0.99 x - 0.02 comes to -2; below 0 a GPU writes it.
    constexpr double factor = 0.99, term = -0.02, limit = -2;
    constexpr int repetitions = 2;
    for (const auto where : backends())
        for (const bool double_precision : {false, true}) {
            CAPTURE(name_of(where));
            CAPTURE(double_precision);
            std::vector<double> rates(repetitions);
            auto results = array_of<double>({0});
            runtime::submit<stream::fma::Kernel>(
                context(),
                {repetitions, double_precision, factor, term, rates.data()},
                {.where = where}, results);
            const double result = values_of(results)[0];
            if (where == runtime::Where::gpu) {
                // 16 chains of one thread, which are 4e-5 of their way short.
                CHECK(close(result, 16 * limit, 1e-4));
            } else {
                // 12 chains of each thread, of which there are one or more. A
                // unit in the last place of `factor` is a hundred in the limit.
                const double thread = repetitions * 12 * limit;
                const double threads = std::round(result / thread);
                CHECK(threads >= 1);
                CHECK(close(result, threads * thread,
                            double_precision ? 1e-13 : 2e-5));
            }
            // No device of this decade is faster: nothing was optimised away.
            for (const double r : rates) {
                CHECK(r > 0);
                CHECK(r < 1e15);
            }
        }
}
