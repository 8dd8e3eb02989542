// What every check of a kernel is measured with.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "codelets/lattice/relative_error.hpp"

namespace {

using namespace tasuki::lattice;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("the largest difference is taken over the largest expected number") {
    RelativeError error;
    error.add(Complex{3, 4}, Complex{3, 4});
    CHECK(error.value() == 0);
    error.add(Complex{0, 2}, Complex{0, 1});
    error.add(1, 1);
    CHECK(error.value() == 0.2);
}

TEST_CASE("a spinor's components are all looked at") {
    for (std::size_t k = 0; k < 12; ++k) {
        CAPTURE(k);
        SpinorSite expected{}, found{};
        found[k] = {0, 0.5};
        RelativeError error;
        error.add(found, expected);
        CHECK(error.value() == 0.5);  // not over the 0 that is expected
        error.add(expected, found);
        CHECK(error.value() == 1);
    }
}

TEST_CASE("NaN wins, wherever it is and whatever follows") {
    for (const bool found_is_nan : {false, true})
        for (int at = 0; at < 3; ++at) {
            CAPTURE(found_is_nan);
            CAPTURE(at);
            RelativeError error;
            for (int k = 0; k < 3; ++k)
                if (k != at)
                    error.add(1, 2);
                else if (found_is_nan)
                    error.add(Complex{0, kNan}, 2);
                else
                    error.add(1, Complex{kNan, 0});
            CHECK(std::isnan(error.value()));
        }
}

TEST_CASE("what has compared nothing passes no bound") {
    CHECK_FALSE(RelativeError{}.value() < 1);
}
