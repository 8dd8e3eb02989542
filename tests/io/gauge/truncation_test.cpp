// No cut of a configuration file passes for a whole one.
#include <doctest/doctest.h>

#include "tests/io/gauge/fixtures.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;
using io::ByteOrder;
using io::Format;

namespace {

/// Without some of the `padding` at its end a file is odd, but whole.
void check_every_cut(const std::string& bytes, std::size_t padding) {
    CHECK(read_bytes(bytes).oddities.empty());
    CHECK_REFUSAL(read_bytes(""), "empty");
    // The place is the end of the file, which is what one looks at first.
    for (std::size_t n = 1; n < bytes.size(); ++n) {
        CAPTURE(n);
        if (n >= bytes.size() - padding) {
            CHECK(read_bytes(bytes.substr(0, n)).oddities.size() == 1);
            continue;
        }
        CHECK_REFUSAL(read_bytes(bytes.substr(0, n)), "memory",
                      "byte " + std::to_string(n));
    }
}

/// The last record is XML, behind which there are zeros.
std::size_t padding_of(const std::string& bytes) {
    return bytes.size() - 1 - bytes.find_last_not_of('\0');
}

}  // namespace

TEST_CASE("configurations cut at any byte") {
    const auto written_as = [](io::Format format, int bits, int rows) {
        return written(small_field(),
                       as(format, {bits, io::ByteOrder::big, rows}));
    };
    for (const int bits : {32, 64})
        check_every_cut(written_as(io::Format::nersc, bits, 2), 0);
    for (const auto order : {io::ByteOrder::big, io::ByteOrder::little})
        check_every_cut(milc_bytes(small_field(), order), 0);
    for (const auto& bytes : {written_as(io::Format::ildg, 32, 3),
                              ScidacBytes{small_field()}.bytes()})
        check_every_cut(bytes, padding_of(bytes));
}
