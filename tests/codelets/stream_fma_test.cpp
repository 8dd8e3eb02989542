// fma measures something that a processor can do.
#include <doctest/doctest.h>

#include "codelets/stream/fma/fma.hpp"
#include "tests/codelets/backends.hpp"

using namespace tasuki;
using namespace tasuki::test;

TEST_CASE("fma counts its operations and needs its results") {
    for (const auto where : backends())
        for (const bool double_precision : {false, true}) {
            CAPTURE(name_of(where));
            CAPTURE(double_precision);
            std::vector<double> rates(2);
            const runtime::Array<double> results{context(), 1};
            runtime::submit(stream::fma::codelet(),
                            stream::fma::Args{2, double_precision, 0.999, 0.001,
                                              rates.data()},
                            {.where = where}, results);
            context().wait();
            // From one slow core to a GPU of 2030: nothing was optimised away.
            for (const double r : rates) {
                CHECK(r > 1e8);
                CHECK(r < 1e15);
            }
        }
}
