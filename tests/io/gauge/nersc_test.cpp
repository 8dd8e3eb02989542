#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cctype>
#include <functional>
#include <limits>

#include "tests/io/gauge/fixtures.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;
using io::ByteOrder;

namespace {

NerscBytes sample() {
    return NerscBytes{small_field()};
}

/// The sample with one key changed.
std::string with(const std::string& key, const std::string& value) {
    auto file = sample();
    file.header[key] = value;
    return file.bytes();
}

std::string without(const std::string& key) {
    auto file = sample();
    file.header.erase(key);
    return file.bytes();
}

/// Overwrites number `k` of the double-precision data, with a right checksum.
std::string with_number(std::size_t k, double value) {
    auto file = sample();
    file.data.replace(
        8 * k, 8,
        integer(std::bit_cast<std::uint64_t>(value), 8, io::ByteOrder::big));
    file.update_checksum();
    return file.bytes();
}

}  // namespace

TEST_CASE("a key that is needed is named when it is missing") {
    for (const std::string key :
         {"DATATYPE", "DIMENSION_1", "DIMENSION_2", "DIMENSION_3",
          "DIMENSION_4", "FLOATING_POINT"})
        CHECK_REFUSAL(read_bytes(without(key)), "memory", key);
}

TEST_CASE("checksum, plaquette and link trace are not needed") {
    auto file = sample();
    for (const auto* key : {"CHECKSUM", "PLAQUETTE", "LINK_TRACE"})
        file.header.erase(key);
    const auto read = read_bytes(file.bytes());
    CHECK_FALSE(read.checksum_ok.has_value());
    REQUIRE(read.oddities.size() == 1);
    CHECK(says(read.oddities[0], {"no checksum"}));
    CHECK_FALSE(read.header_plaquette.has_value());
    CHECK_FALSE(read.header_link_trace.has_value());
}

TEST_CASE("a bad value is shown with its key") {
    CHECK_REFUSAL(read_bytes(with("DATATYPE", "4D_SU4_GAUGE")), "DATATYPE",
                  "4D_SU4_GAUGE");
    CHECK_REFUSAL(read_bytes(with("FLOATING_POINT", "IEEE16")),
                  "FLOATING_POINT", "IEEE16", "IEEE64BIG");
    CHECK_REFUSAL(read_bytes(with("CHECKSUM", "xyz")), "CHECKSUM", "xyz");
    CHECK_REFUSAL(read_bytes(with("PLAQUETTE", "half")), "PLAQUETTE", "half");
    CHECK_REFUSAL(read_bytes(with("LINK_TRACE", "nan")), "LINK_TRACE", "nan");
    CHECK_REFUSAL(read_bytes("BEGIN_HEADER\nno equals sign\nEND_HEADER\n"),
                  "NERSC header without DIMENSION_1");
    CHECK_REFUSAL(read_bytes(with("DATATYPE", "\x1b[2J")), "'\\x1b[2J'");
}

TEST_CASE("absurd extents are refused before anything is allocated") {
    for (const auto* value : {"0", "-2", "2.5", "", "two", "99999999999"})
        CHECK_REFUSAL(read_bytes(with("DIMENSION_2", value)), "DIMENSION_2");
    CHECK_REFUSAL(read_bytes(with("DIMENSION_4", "2147483647")),
                  "data too short");
    auto file = sample();
    for (int mu = 1; mu <= 4; ++mu)
        file.header["DIMENSION_" + std::to_string(mu)] = "2147483647";
    CHECK_REFUSAL(read_bytes(file.bytes()), "data too short");
    // 2^64 sites: their bytes, modulo 2^64, are exactly what is there.
    for (int mu = 1; mu <= 4; ++mu)
        file.header["DIMENSION_" + std::to_string(mu)] = "65536";
    file.data.clear();
    CHECK_REFUSAL(read_bytes(file.bytes()), "data too short");
}

TEST_CASE("dimensions that do not match the data are refused with both sizes") {
    const auto size = std::to_string(sample().bytes().size());
    CHECK_REFUSAL(read_bytes(with("DIMENSION_4", "5")), "2x2x2x5", size,
                  "byte " + size, std::to_string(std::stoul(size) + 8 * 576));
    CHECK_REFUSAL(read_bytes(with("DIMENSION_4", "3")), "too long", size);
    CHECK_REFUSAL(read_bytes(with("DATATYPE", "4D_SU3_GAUGE")), "too long");
    CHECK_REFUSAL(read_bytes(with("FLOATING_POINT", "IEEE32BIG")), "too long");
}

TEST_CASE("a flipped bit anywhere in the data is a wrong checksum") {
    const auto file = sample();
    for (std::size_t at = 0; at < file.data.size(); at += 37) {
        auto changed = file;
        changed.data[at] = static_cast<char>(changed.data[at] ^ (1 << at % 8));
        CHECK_REFUSAL(read_bytes(changed.bytes()), "wrong NERSC checksum",
                      file.header.at("CHECKSUM"));
    }
}

TEST_CASE("IEEE64 and IEEE32 leave the byte order to the checksum") {
    for (const int bits : {32, 64})
        for (const auto order : {io::ByteOrder::big, io::ByteOrder::little}) {
            NerscBytes file{small_field(), bits, 3, order};
            file.header["FLOATING_POINT"] = "IEEE" + std::to_string(bits);
            CHECK(read_bytes(file.bytes()).encoding.order == order);
        }
    NerscBytes file{small_field()};
    file.header["FLOATING_POINT"] = "IEEE64";
    file.header.erase("CHECKSUM");
    CHECK(read_bytes(file.bytes()).encoding.order == io::ByteOrder::big);
}

TEST_CASE("a link that is no number is named with its place") {
    // 18 numbers a link, 72 a site: site 9 is (1, 0, 0, 1).
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity()})
        CHECK_REFUSAL(read_bytes(with_number(72 * 9 + 18 * 2 + 5, bad)),
                      "not finite", "site (1, 0, 0, 1) direction Z");
}

TEST_CASE("a link outside of SU(3) is named with its place and defect") {
    CHECK_REFUSAL(read_bytes(with_number(72 * 14 + 18 * 3, 2.0)),
                  "not in SU(3)", "site (0, 1, 1, 1) direction T", "1e-05");
    auto flipped = small_field();  // unitary, but with determinant -1
    for (auto& entry : flipped.link(4, 0).e) entry = -entry;
    NerscBytes file{flipped};
    CHECK_REFUSAL(read_bytes(file.bytes()), "not in SU(3)",
                  "site (0, 0, 1, 0) direction X");
}

TEST_CASE("plaquette and link trace must be those of the links") {
    const auto text = sample().header;
    for (const std::string key : {"PLAQUETTE", "LINK_TRACE"}) {
        const double value = std::stod(text.at(key));
        CHECK_NOTHROW(read_bytes(with(key, std::to_string(value))));
        CHECK_REFUSAL(read_bytes(with(key, std::to_string(value + 3e-6))), key,
                      "disagree");
        const auto with_ten_digits = [&](double stated) {
            return read_bytes(with(key, fmt::format("{:.10f}", stated)));
        };
        CHECK_NOTHROW(with_ten_digits(value + 5e-9));
        CHECK_REFUSAL(with_ten_digits(value + 2e-8), key, "within");
        CHECK_REFUSAL(read_bytes(with(key, "0.5")), key);
    }
}

TEST_CASE("order, spacing and further keys of a header are free") {
    const auto file = sample();
    std::string text = "BEGIN_HEADER\n\n";
    for (const auto& [key, value] :
         std::map<std::string, std::string, std::greater<>>{file.header.begin(),
                                                            file.header.end()})
        text += "\t " + key + "=" + value + "  \n";
    text = replaced(text, "4D_SU3_GAUGE_3x3", "  4D_SU3_GAUGE_3X3\t");
    const auto read =
        read_bytes(text + "UNKNOWN = x = y\nEND_HEADER\n" + file.data);
    CHECK(read.encoding.rows == 3);
    CHECK(read.checksum_ok == true);
    CHECK(read.oddities.empty());
}

namespace {

/// The sample with a header that is written in another way.
template <class Change>
io::GaugeFile read_with_header(const Change& change) {
    const auto bytes = sample().bytes();
    const auto end = bytes.find("END_HEADER\n") + 11;
    return read_bytes(change(bytes.substr(0, end)) + bytes.substr(end));
}

}  // namespace

TEST_CASE("a header in lower case or with CR LF is odd, and is read") {
    const auto lower = read_with_header([](std::string text) {
        for (char& c : text) c = static_cast<char>(std::tolower(c));
        return text;
    });
    CHECK(lower.checksum_ok == true);
    CHECK(lower.header_plaquette);
    REQUIRE(lower.oddities.size() == 1);
    CHECK(says(lower.oddities[0],
               {"odd case", "byte 0", "capitals", "begin_header"}));
    const auto crlf = read_with_header([](const std::string& text) {
        std::string lines;
        for (const char c : text) lines += c == '\n' ? "\r\n" : std::string{c};
        return lines;
    });
    CHECK(crlf.checksum_ok == true);
    REQUIRE(crlf.oddities.size() == 1);
    CHECK(says(crlf.oddities[0], {"odd line end", "CR LF"}));
}

TEST_CASE("a header line without '=' is passed over") {
    const auto file = read_with_header([](const std::string& text) {
        return replaced(text, "BEGIN_HEADER\n",
                        "BEGIN_HEADER\nmade by \x1b[2J\nand by me\n");
    });
    CHECK(file.checksum_ok == true);
    REQUIRE(file.oddities.size() == 1);
    CHECK(says(file.oddities[0],
               {"odd line", "byte 13", "KEY = value", "'made by \\x1b[2J'"}));
}

TEST_CASE("a key may be repeated, but not with another value") {
    const auto repeated = [](const std::string& line) {
        return read_with_header([&](const std::string& text) {
            return replaced(text, "END_HEADER", line + "\nEND_HEADER");
        });
    };
    const auto file = repeated("DIMENSION_4 = 4");
    REQUIRE(file.oddities.size() == 1);
    CHECK(says(file.oddities[0], {"odd repetition", "'DIMENSION_4'"}));
    CHECK_REFUSAL(repeated("DIMENSION_4 = 8"), "two values",
                  "'DIMENSION_4' = '4'", "found '8'");
}

TEST_CASE("boundary conditions of fermions are not used, and that is said") {
    NerscBytes file{small_field()};
    for (const auto* key : {"BOUNDARY_1", "BOUNDARY_4"})
        file.header[key] = "periodic";
    CHECK(read_bytes(file.bytes()).notes.empty());
    file.header["BOUNDARY_4"] = "ANTIPERIODIC";
    const auto read = read_bytes(file.bytes());
    REQUIRE(read.notes.size() == 1);
    CHECK(read.notes[0].starts_with("BOUNDARY_4 = 'ANTIPERIODIC' is not used"));
    CHECK(read.oddities.empty());
    CHECK(read.field.links() == small_field().links());
}

TEST_CASE("what is no configuration says which formats are known") {
    for (const std::string bytes : {"hello, world",
                                    "\x7f"
                                    "ELF rest",
                                    "GIF89a"})
        CHECK_REFUSAL(read_bytes(bytes),
                      "not a gauge configuration in a known format (NERSC, "
                      "ILDG/SciDAC LIME, MILC v5, openQCD)");
    CHECK_REFUSAL(read_bytes(""), "empty file");
}
