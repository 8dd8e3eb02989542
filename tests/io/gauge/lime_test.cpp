#include "io/gauge/lime.hpp"

#include <doctest/doctest.h>

#include "tests/io/gauge/fixtures.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

std::vector<io::LimeRecord> scan(const std::string& bytes) {
    const io::MemorySource source{"memory", std::as_bytes(std::span{bytes})};
    return io::scan_lime(source);
}

std::string two_messages() {
    return lime_record("first", "12345", true, false) +
           lime_record("second", "", false, true) +
           lime_record("third", "12345678", true, true);
}

}  // namespace

TEST_CASE("records of several messages are found with their data") {
    const auto bytes = two_messages();
    const auto records = scan(bytes);
    REQUIRE(records.size() == 3);
    CHECK(records[0].type == "first");
    CHECK(bytes.substr(records[0].offset, records[0].bytes) == "12345");
    CHECK(records[1].bytes == 0);
    CHECK(records[2].type == "third");
    CHECK(records[2].offset == 144 + 8 + 144 + 144);
}

TEST_CASE("our header is the one that an independent encoder makes") {
    const auto header =
        io::lime_header(io::MessageFlags::begin_end, 12345678901, "some-type");
    auto expected = lime_record("some-type", "", true, true);
    expected.replace(8, 8, integer(12345678901, 8, io::ByteOrder::big));
    CHECK(std::string(reinterpret_cast<const char*>(header.data()),
                      header.size()) == expected);
}

TEST_CASE("what is no LIME record is refused at its byte") {
    CHECK_REFUSAL(scan(two_messages() + std::string(144, 'x')),
                  "not a LIME record", "byte 448", "456789ab", "78787878");
    CHECK_REFUSAL(scan(two_messages() + std::string(8, '\0')),
                  "not a LIME record", "byte 448", "00000000");
    auto version = two_messages();
    version[5] = 2;
    CHECK_REFUSAL(scan(version), "version", "byte 4", "found 2");
}

TEST_CASE("messages must begin and end") {
    CHECK_REFUSAL(scan(lime_record("a", "", false, true)), "out of order",
                  "byte 6");
    CHECK_REFUSAL(scan(lime_record("a", "", true, false) +
                       lime_record("b", "", true, true)),
                  "out of order", "byte 150");
    CHECK_REFUSAL(scan(lime_record("a", "", true, false)),
                  "truncated LIME message", "'a'", "byte 144");
}

TEST_CASE("a length beyond the file, however large, is a truncated record") {
    for (const std::uint64_t length :
         {std::uint64_t{9}, std::uint64_t{1} << 40, ~std::uint64_t{0},
          ~std::uint64_t{0} - 200}) {
        auto bytes = lime_record("a", "12345678", true, true);
        bytes.replace(8, 8, integer(length, 8, io::ByteOrder::big));
        CHECK_REFUSAL(scan(bytes), "truncated LIME record 'a'", "byte 152",
                      std::to_string(length));
    }
}

TEST_CASE("every cut of a LIME file but between messages is refused") {
    const auto bytes = two_messages();
    const std::size_t between = 144 + 8 + 144;
    for (std::size_t n = 1; n < bytes.size(); ++n) {
        CAPTURE(n);
        if (n == between)
            CHECK(scan(bytes.substr(0, n)).size() == 2);
        else
            CHECK_REFUSAL(scan(bytes.substr(0, n)),
                          "byte " + std::to_string(n));
    }
}
