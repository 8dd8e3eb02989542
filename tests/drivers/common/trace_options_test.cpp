#include "drivers/common/trace_options.hpp"

#include <doctest/doctest.h>

#include "runtime/core/error.hpp"
#include "tests/close.hpp"

using namespace tasuki::drivers;
using tasuki::test::close;
using tasuki::trace::Cost;
using tasuki::trace::Window;

TEST_CASE("a window is A:B, with what is recorded around it") {
    const Window w = parse_window("10:14");
    CHECK(w.first == 10);
    CHECK(w.last == 14);
    CHECK(w.skipped() == 8);
    CHECK(w.recorded() == 9);
    CHECK(parse_window("0:0").recorded() == 3);
    CHECK(parse_window("1:1").skipped() == 0);
    for (const char* text :
         {"", "3", ":", "3:", ":3", "4:3", "-1:3", "1:2:3", "1:x", "1: 2",
          "0:99999999", "99999999999:99999999999"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(parse_window(text), tasuki::runtime::UsageError);
    }
}

TEST_CASE("the cost is told from medians, and looking for it takes seconds") {
    CHECK(close(Cost{{1, 2, 9}, {2.1, 1, 8}}.percent(), 5, 1e-14));
    const Window w;
    CHECK(pairs(w, 1e-6) > 1);
    CHECK(pairs(w, 1) == 1);
    CHECK(pairs({0, 500}, 1e-6) == 1);
}
