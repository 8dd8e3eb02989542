// No cut of a configuration file passes for a whole one.
#include <doctest/doctest.h>

#include "tests/io/gauge/fixtures.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;
using io::ByteOrder;
using io::Format;

namespace {

void check_every_cut(const std::string& bytes) {
    CHECK_NOTHROW(read_bytes(bytes));
    CHECK_REFUSAL(read_bytes(""), "empty");
    // The place is the end of the file, which is what one looks at first.
    for (std::size_t n = 1; n < bytes.size(); ++n) {
        CAPTURE(n);
        CHECK_REFUSAL(read_bytes(bytes.substr(0, n)), "memory",
                      "byte " + std::to_string(n));
    }
}

}  // namespace

TEST_CASE("NERSC files cut at any byte") {
    for (const int bits : {32, 64})
        check_every_cut(
            written(small_field(), {.format = io::Format::nersc,
                                    .encoding = {bits, io::ByteOrder::big, 2},
                                    .ensemble = {}}));
}

TEST_CASE("ILDG files cut at any byte") {
    // After the first message, with no field in it yet, the text differs, and
    // still names the byte.
    check_every_cut(
        written(small_field(), {.format = io::Format::ildg,
                                .encoding = {32, io::ByteOrder::big, 3},
                                .ensemble = {}}));
}

TEST_CASE("SciDAC files cut at any byte") {
    check_every_cut(ScidacBytes{small_field()}.bytes());
}

TEST_CASE("MILC files cut at any byte") {
    for (const auto order : {io::ByteOrder::big, io::ByteOrder::little})
        check_every_cut(milc_bytes(small_field(), order));
}
