// Configurations of openQCD and openQxD.
#include "io/gauge/openqcd.hpp"

#include <doctest/doctest.h>

#include <bit>

#include "graphs/wilson/decomposition.hpp"
#include "tests/io/gauge/fixtures.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;
using io::ByteOrder;

namespace {

constexpr io::LinkEncoding kDouble{64, ByteOrder::little, 3};

/// Extents all different, so that two swapped axes cannot hide.
lattice::GaugeField odd_shape() {
    return lattice::hot_start({{4, 2, 6, 8}}, 5);
}

std::string with_word(std::size_t at, std::uint32_t value) {
    return openqcd_bytes(small_field())
        .replace(at, 4, integer(value, 4, ByteOrder::little));
}

std::string with_double(std::size_t at, double value) {
    return openqcd_bytes(small_field())
        .replace(
            at, 8,
            integer(std::bit_cast<std::uint64_t>(value), 8, ByteOrder::little));
}

}  // namespace

TEST_CASE("openQCD files are read, and written as openQCD writes them") {
    const auto field = odd_shape();
    const auto bytes = openqcd_bytes(field);
    const auto file = read_bytes(bytes);
    CHECK(file.format == "openqcd");
    CHECK(file.encoding.precision_bits == 64);
    CHECK(file.encoding.order == ByteOrder::little);
    CHECK(file.oddities.empty());
    CHECK(file.notes.empty());
    CHECK_FALSE(file.checksum_ok.has_value());
    REQUIRE(file.header_plaquette);
    CHECK(std::abs(*file.header_plaquette - file.plaquette.average) < 1e-14);
    REQUIRE(file.field.extents() == field.extents());
    const bool same_links = file.field.links() == field.links();
    CHECK(same_links);
    const bool same = bytes == written(field, as(io::Format::openqcd, kDouble));
    CHECK(same);
}

TEST_CASE("of openQxD's two fields, that of SU(3) is read") {
    const auto field = small_field();
    const auto file = read_bytes(openqcd_bytes(field, true));
    const bool same_links = file.field.links() == field.links();
    CHECK(same_links);
    REQUIRE(file.notes.size() == 1);
    CHECK(file.notes[0].find("U(1) field") != std::string::npos);
    const auto both = openqcd_bytes(field, true), one = openqcd_bytes(field);
    const auto u1 = both.substr(0, 16) + both.substr(one.size());
    CHECK_REFUSAL(read_bytes(u1), "memory", "of U(1) only", "byte 16");
}

TEST_CASE("each rank reads its part of an openQCD file") {
    const auto field = lattice::hot_start({{8, 4, 4, 8}}, 7);
    const auto bytes = openqcd_bytes(field);
    const io::MemorySource source{"memory", std::as_bytes(std::span{bytes})};
    const lattice::Extents grid{{2, 1, 1, 2}};
    for (int rank = 0; rank < 4; ++rank) {
        const runtime::Ranks alone;
        const io::Share share{[&](const lattice::Extents& whole) {
                                  return graphs::wilson::Decomposition{
                                      whole, grid, {grid, rank}}
                                      .local_region();
                              },
                              alone};
        const auto part = io::parse_openqcd(source, share);
        const auto& kept = part.file.field.region();
        CHECK(kept == part.own.with_neighbours());
        bool same = true;
        for (std::size_t k = 0; k < kept.volume(); ++k)
            for (int mu = 0; mu < 4; ++mu)
                same = same && part.file.field.link(k, mu) ==
                                   field.link(kept.site(k), mu);
        CHECK(same);
    }
}

TEST_CASE("openQCD files that are damaged are refused") {
    const auto whole = openqcd_bytes(small_field());
    for (std::size_t n = 24; n < whole.size(); n += 11) {
        CAPTURE(n);
        CHECK_REFUSAL(read_bytes(whole.substr(0, n)), "memory", "too short",
                      "byte " + std::to_string(n));
    }
    CHECK_REFUSAL(read_bytes(whole.substr(0, 23)), "known format");
    CHECK_REFUSAL(read_bytes(whole + "x"), "too long",
                  "byte " + std::to_string(whole.size()));
    CHECK_REFUSAL(read_bytes(with_word(8, 3)), "bad extent in Y", "byte 8",
                  "even number", "found 3");
    CHECK_REFUSAL(read_bytes(with_word(0, 0)), "known format");
    // What openQCD writes for itself: a grid of processes and local extents.
    std::string local;
    for (const std::uint32_t number : {2, 2, 2, 4, 8, 8, 8, 8})
        local += integer(number, 4, ByteOrder::little);
    CHECK_REFUSAL(read_bytes(local + std::string(10000, 'x')), "known format");
    // A flipped bit of a link, and of the plaquette.
    auto flipped = whole;
    flipped[24 + 144 * 5 + 7] ^= 0x10;
    CHECK_REFUSAL(read_bytes(flipped), "not in SU(3)");
    CHECK_REFUSAL(read_bytes(with_double(16, 0.25)), "plaquette (byte 16)",
                  "links disagree");
    CHECK_REFUSAL(read_bytes(with_double(16, NAN)), "plaquette (byte 16)",
                  "not a number");
}

TEST_CASE("open boundary conditions are named") {
    auto field = small_field();
    const auto& n = field.extents();
    for (std::size_t k = 0; k < n.volume(); ++k)
        if (n.coordinates(k)[3] == n[3] - 1) field.link(k, 3) = {};
    CHECK_REFUSAL(read_bytes(openqcd_bytes(field)), "open boundary conditions",
                  "a periodic lattice");
}

TEST_CASE("openQCD files have even extents, double links and one byte order") {
    const auto write = [](const lattice::Extents& extents,
                          const io::LinkEncoding& encoding) {
        return written(lattice::cold_start(extents),
                       as(io::Format::openqcd, encoding));
    };
    CHECK_REFUSAL(write({{4, 3, 4, 4}}, kDouble), "even extents",
                  "found 3 in Y");
    CHECK_REFUSAL(write({{4, 4, 4, 4}}, {32, ByteOrder::little, 3}),
                  "64 bits, found 32");
    CHECK_REFUSAL(write({{4, 4, 4, 4}}, {64, ByteOrder::big, 3}),
                  "little-endian, found big");
    CHECK_REFUSAL(write({{4, 4, 4, 4}}, {64, ByteOrder::little, 2}),
                  "three rows, found 2");
}
