#include "io/lime/lime.hpp"

#include <doctest/doctest.h>

#include "tests/io/gauge/fixtures.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

io::LimeFile scan(const std::string& bytes) {
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
    const auto [records, ends, oddities] = scan(bytes);
    REQUIRE(records.size() == 3);
    CHECK(ends);
    CHECK(oddities.empty());
    CHECK(records[0].type == "first");
    CHECK(bytes.substr(records[0].offset, records[0].bytes) == "12345");
    CHECK(records[1].bytes == 0);
    CHECK(records[2].type == "third");
    CHECK(records[2].offset == 144 + 8 + 144 + 144);
    // A name cannot command a terminal.
    CHECK(scan(lime_record("a\x1b[2J", "", true, true)).records[0].type ==
          "a?[2J");
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
    CHECK_REFUSAL(scan(two_messages() + std::string(16, '\0')),
                  "not a LIME record", "byte 448", "00000000");
    CHECK_REFUSAL(scan(two_messages() + std::string(8, 'x')),
                  "not a LIME record", "byte 448", "78787878");
    auto version = two_messages();
    version[5] = 2;
    CHECK_REFUSAL(scan(version), "version", "byte 4", "found 2");
}

TEST_CASE("sloppy flags of messages are odd, and no more") {
    const auto first = scan(lime_record("a", "", false, true));
    REQUIRE(first.oddities.size() == 1);
    CHECK(says(first.oddities[0], {"out of order", "byte 6", "'a'"}));
    const auto open = scan(lime_record("a", "", true, false) +
                           lime_record("b", "1", true, false) +
                           lime_record("c", "", true, true));
    REQUIRE(open.records.size() == 3);
    REQUIRE(open.oddities.size() == 1);
    CHECK(says(open.oddities[0], {"out of order", "byte 150", "8000", "'b'"}));
    CHECK(open.last_message_ends);
    CHECK_FALSE(scan(lime_record("a", "", true, false)).last_message_ends);
}

TEST_CASE("records may be padded otherwise") {
    const auto whole = two_messages();
    const auto end = std::size_t{144 + 5};  // of the first record's data
    const auto record = lime_record("more", "", true, true);
    const auto next = whole + std::string(8, '\0') + record;
    for (const auto& [bytes, records] :
         {std::pair{whole.substr(0, end) + whole.substr(end + 3), 3},
          {whole.substr(0, end), 1},
          {whole.substr(0, end + 2), 1},
          {whole + std::string(8, '\0'), 3},
          {next, 4}}) {
        CAPTURE(bytes.size());
        const auto file = scan(bytes);
        CHECK(static_cast<int>(file.records.size()) == records);
        REQUIRE(file.oddities.size() == 1);
        CHECK(says(file.oddities[0], {"odd padding", "bytes, found"}));
    }
    // Bytes that are no zeros are data, which nobody would miss.
    auto other = next;
    other[whole.size() + 3] = 'x';
    CHECK_REFUSAL(scan(other), "not a LIME record", "byte 448");
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
