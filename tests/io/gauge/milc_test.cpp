#include <doctest/doctest.h>

#include <cmath>

#include "tests/folder.hpp"
#include "tests/io/gauge/fixtures.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;
using io::ByteOrder;

namespace {

std::string with_word(std::size_t at, std::uint32_t value,
                      io::ByteOrder order) {
    auto bytes = milc_bytes(small_field(), order);
    return bytes.replace(at, 4, integer(value, 4, order));
}

/// A MILC file and its .info, read from disk.
io::GaugeFile with_info(const std::string& info) {
    const Folder folder;
    write_file(folder / "lat",
               milc_bytes(small_field(), io::ByteOrder::little));
    write_file(folder / "lat.info", info);
    return io::read_gauge(folder / "lat");
}

std::string info_of(double spatial, double temporal, double trace) {
    const auto bytes = milc_bytes(small_field(), io::ByteOrder::little);
    char text[200];
    std::snprintf(text, sizeof text,
                  "checksums = \"%x %x\"\ngauge.ssplaq = %f\n"
                  "gauge.stplaq = %f\ngauge.nersc_linktr = %f\n",
                  word(bytes, 22, io::ByteOrder::little),
                  word(bytes, 23, io::ByteOrder::little), spatial, temporal,
                  trace);
    return text;
}

}  // namespace

TEST_CASE("a flipped bit in the data or the header is found") {
    const auto bytes = milc_bytes(small_field(), io::ByteOrder::big);
    for (std::size_t at = 88; at < bytes.size(); at += 41) {
        auto changed = bytes;
        changed[at] = static_cast<char>(changed[at] ^ (1 << at % 8));
        CHECK_REFUSAL(read_bytes(changed), "wrong MILC", "checksum");
    }
}

TEST_CASE("a header that makes no sense is refused at its byte") {
    for (const auto order : {io::ByteOrder::big, io::ByteOrder::little}) {
        CHECK_REFUSAL(read_bytes(with_word(4, 0, order)), "nx", "byte 4");
        CHECK_REFUSAL(read_bytes(with_word(12, 0xfffffffe, order)), "nz",
                      "byte 12", "-2");
        CHECK_REFUSAL(read_bytes(with_word(16, 0x7fffffff, order)),
                      "too short");
        CHECK_REFUSAL(read_bytes(with_word(16, 3, order)), "too long");
        CHECK_REFUSAL(read_bytes(milc_bytes(small_field(), order, 1)),
                      "order of the sites", "byte 84", "found 1");
    }
}

TEST_CASE("plaquette and link trace of FILE.info must be those of the links") {
    const auto field = small_field();
    const auto p = lattice::plaquette(field);
    const double trace = lattice::link_trace(field);
    const auto file = with_info(info_of(3 * p.spatial, 3 * p.temporal, trace));
    CHECK(file.oddities.empty());
    REQUIRE(file.header_link_trace);
    CHECK(std::abs(*file.header_link_trace - trace) < 1e-6);
    CHECK_REFUSAL(
        with_info(info_of(3 * p.spatial + 1e-4, 3 * p.temporal, trace)),
        "gauge.ssplaq", "lat.info");
    CHECK_REFUSAL(
        with_info(info_of(3 * p.spatial, 3 * p.temporal - 1e-4, trace)),
        "gauge.stplaq");
    CHECK_REFUSAL(
        with_info(info_of(3 * p.spatial, 3 * p.temporal, trace + 1e-4)),
        "gauge.nersc_linktr");
}

TEST_CASE("a FILE.info of another configuration is odd, and is not used") {
    const auto file = with_info(
        "checksums = \"1 2\"\ngauge.ssplaq = 1.0\n"
        "gauge.nersc_linktr = 0.5\n");
    CHECK_FALSE(file.header_link_trace.has_value());
    REQUIRE(file.oddities.size() == 1);
    CHECK(says(file.oddities[0], {"lat.info", "another", "found '1 2'"}));
}
