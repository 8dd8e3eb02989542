// Each error is one line that says what was wrong, and where.
#include "runtime/core/error.hpp"

#include <cerrno>

#include "tests/runtime/support.hpp"

using namespace tasuki::runtime;
using tasuki::test::contains, tasuki::test::message_of;

TEST_CASE("an input error says where, what was expected and found") {
    CHECK(
        std::string{
            InputError{"u.nersc", "wrong size", "byte 12", "4", "3"}.what()} ==
        "u.nersc: wrong size at byte 12: expected 4, found 3");
    CHECK(std::string{InputError{"u.nersc", "too short", "", "", ""}.what()} ==
          "u.nersc: too short");
}

TEST_CASE("what a file holds cannot move the cursor of a terminal") {
    CHECK(std::string{
              InputError{"a\x1b", "x", "y\n", "1", "'\x1b[2J\x7f\t'"}.what()} ==
          "a\\x1b: x at y\\x0a: expected 1, found '\\x1b[2J\\x7f\\x09'");
}

TEST_CASE("check throws what a call returned, and from where") {
    CHECK_NOTHROW(check(0, "starpu_nothing"));
    for (const int rc : {-ENOMEM, ENOMEM}) {
        const auto message =
            message_of<FaultError>([rc] { check(rc, "starpu_something"); });
        CHECK(contains(message, "starpu_something failed: "));
        CHECK(contains(message, "Cannot allocate memory"));
        CHECK(contains(message, "error_test.cpp:"));
        CHECK(message.find('\n') == std::string::npos);
    }
}
