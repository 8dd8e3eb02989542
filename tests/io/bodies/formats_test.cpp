// What files hold is what is read, and what is wrong with one is said.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "tests/io/bodies/body_files.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;

TEST_CASE(
    "TIPSY files in both byte orders, with and without padding, in both "
    "precisions") {
    for (const auto endian : {Endian::big, Endian::little})
        for (const int variant : {0, 1, 2, 3, 4, 5}) {
            CAPTURE(variant);
            TipsyBytes tipsy{endian};
            tipsy.padded = variant % 2 == 0;
            tipsy.double_positions = variant > 1;
            tipsy.double_velocities = variant > 3;
            const auto file = bodies_in(tipsy.bytes());
            CHECK(file.format == "TIPSY");
            CHECK(file.time == 1.5);
            REQUIRE(file.bodies.size() == 6);
            for (std::size_t b = 0; b < 6; ++b) {
                const double first = 1000.0 * static_cast<double>(b);
                CHECK(file.bodies.mass[b] == first);
                CHECK(file.bodies.position[b] ==
                      nbody::Vector{first + 1, first + 2, first + 3});
                CHECK(file.bodies.velocity[b] ==
                      nbody::Vector{first + 4, first + 5, first + 6});
            }
        }
}

TEST_CASE("TIPSY files cut at any byte") {
    for (const bool padded : {true, false}) {
        TipsyBytes tipsy;
        tipsy.padded = padded;
        const auto bytes = tipsy.bytes();
        for (std::size_t n = 3; n < bytes.size(); ++n) {
            CAPTURE(n);
            if (n == 272)  // as long as one without padding, but its first mass
                CHECK_REFUSAL(bodies_in(bytes.substr(0, n)), "byte 28");
            else
                CHECK_REFUSAL(
                    bodies_in(bytes.substr(0, n)), "memory",
                    n < 16 ? "none of these" : "byte " + std::to_string(n));
        }
        CHECK_REFUSAL(bodies_in(bytes + (padded ? "x" : "tail+")), "too long",
                      "byte 276", "a file of 276 bytes, or 272 without",
                      "277 bytes");
    }
}

TEST_CASE("bad TIPSY headers") {
    const auto with = [](auto edit) {
        TipsyBytes tipsy;
        edit(tipsy);
        return tipsy.bytes();
    };
    CHECK_REFUSAL(bodies_in(with([](auto& t) { t.n = 7; })), "byte 8",
                  "6 bodies (1 gas + 3 dark + 2 star)", "found 7");
    CHECK_REFUSAL(bodies_in(with([](auto& t) { t.gas = -1; })), "byte 16",
                  "found -1");
    CHECK_REFUSAL(bodies_in(with([](auto& t) { t.star = -2; })), "byte 24");
    // Some 69 GB that are not there.
    CHECK_REFUSAL(bodies_in(with([](auto& t) {
                      t.n = t.dark = std::numeric_limits<std::int32_t>::max();
                      t.gas = t.star = 0;
                  })),
                  "truncated for 2147483647 bodies", "byte 276",
                  "a file of 77309411324 bytes");
    CHECK_REFUSAL(bodies_in(with([](auto& t) {
                      t.n = t.gas = t.dark = t.star = 0;
                      t.numbers.clear();
                  })),
                  "no bodies", "byte 8");
    CHECK_REFUSAL(bodies_in(with([](auto& t) { t.dimensions = 2; })),
                  "not a file with bodies in a known format");
    CHECK_REFUSAL(bodies_in(with([](auto& t) { t.time = NAN; })), "byte 0",
                  "time");
}

TEST_CASE("numbers in TIPSY files that no bodies have") {
    TipsyBytes tipsy;
    tipsy.numbers[12] = -1;  // mass of the first dark body
    CHECK_REFUSAL(bodies_in(tipsy.bytes()), "bad mass of dark body 0",
                  "byte 80", "found -1");
    tipsy = TipsyBytes{};
    tipsy.numbers[39 + 11 + 5] = NAN;  // vy of the second star
    CHECK_REFUSAL(bodies_in(tipsy.bytes()), "bad vy of star body 1", "byte 252",
                  "found nan");
    tipsy = TipsyBytes{};
    tipsy.numbers[1] = std::numeric_limits<float>::infinity();
    CHECK_REFUSAL(bodies_in(tipsy.bytes()), "bad x of gas body 0", "byte 36");
    tipsy = TipsyBytes{};
    tipsy.numbers[8] = NAN;  // a temperature: nobody reads it
    CHECK_NOTHROW(bodies_in(tipsy.bytes()));
}

TEST_CASE("GADGET's formats 1 and 2, in both byte orders and precisions") {
    for (const auto endian : {Endian::big, Endian::little})
        for (const bool labels : {false, true})
            for (const int real : {4, 8}) {
                CAPTURE(labels);
                CAPTURE(real);
                GadgetBytes gadget{endian, labels, real};
                gadget.redshift = 0.5;
                gadget.box = 100;
                // TIPSY has its 3 where these 3 of type 2 are.
                const auto file = bodies_in(gadget.bytes());
                CHECK(file.format == "GADGET");
                CHECK(file.time == 0.25);
                CHECK(file.warnings.size() == 2);
                CHECK(file.bodies.mass == std::vector{0.5, 0.5, 3., 4., 5.});
                REQUIRE(file.bodies.size() == 5);
                for (int b = 0; b < 5; ++b) {
                    const double x = 10 * b;
                    CHECK(file.bodies.position[static_cast<std::size_t>(b)] ==
                          nbody::Vector{x, x + 1, x + 2});
                    CHECK(file.bodies.velocity[static_cast<std::size_t>(b)] ==
                          nbody::Vector{x + 3, x + 4, x + 5});
                }
            }
}

TEST_CASE("GADGET snapshots that are cut or wrong") {
    const auto with = [](auto edit) {
        GadgetBytes gadget;
        edit(gadget);
        return gadget.bytes();
    };
    for (const bool labels : {false, true}) {
        const auto bytes = with([&](auto& g) { g.labels = labels; });
        // The last block, and with labels ID before it, is not read.
        const std::size_t needed = bytes.size() - (labels ? 44 + 28 : 12);
        CHECK_NOTHROW(bodies_in(bytes.substr(0, needed)));
        for (std::size_t n = 16; n < needed; n += 7) {
            CAPTURE(n);
            CHECK_REFUSAL(bodies_in(bytes.substr(0, n)), "memory", "byte",
                          "GADGET");
        }
        CHECK_REFUSAL(bodies_in(with([&](auto& g) {
                          g.labels = labels;
                          g.masses = false;
                      })),
                      "MASS", "byte");
    }
    CHECK_REFUSAL(bodies_in(with([](auto& g) { g.counts[1] = 3; })),
                  "block POS of another length", "byte 264",
                  "72 or 144 bytes, as the header says, found 60");
    // Some 51 GB that are not there.
    CHECK_REFUSAL(bodies_in(with([](auto& g) { g.counts[1] = 0xfffffff0; })),
                  "block POS");
    CHECK_REFUSAL(
        bodies_in(with([](auto& g) { g.counts = {0, 0, 0, 0, 0, 0}; })),
        "no bodies");
    CHECK_REFUSAL(bodies_in(with([](auto& g) { g.files = 4; })),
                  "a part of a snapshot", "byte 128", "4 files");
    CHECK_REFUSAL(bodies_in(with([](auto& g) { g.table[1] = -1; })),
                  "bad mass of type 1", "byte 36", "-1");
    CHECK_REFUSAL(bodies_in(with([](auto& g) { g.time = NAN; })), "bad time");
    auto bytes = with([](auto&) {});
    bytes.replace(268, 4, real_bytes(NAN, 4, Endian::little));
    CHECK_REFUSAL(bodies_in(bytes), "bad number in GADGET block POS",
                  "byte 268", "nan");
    bytes = with([](auto&) {});
    bytes[264 + 64] ^= 1;
    CHECK_REFUSAL(bodies_in(bytes), "block POS is not whole", "byte 328",
                  "60 bytes, again", "found 61");
}

TEST_CASE("tables as text, with blanks or commas, and comments") {
    for (const char* text :
         {"1 2 3 4 5 6 7\n0.5 -1 1e-3 +2 0 0 -0\n",
          "# m x y z vx vy vz\n1,2,3,4,5,6,7\n\n  0.5, -1, 1e-3, +2, 0, 0, -0",
          "\t1 2 3 4 5 6 7 # first\r\n0.5\t-1 1E-3,2.0 0 0 0\r\n# end"}) {
        CAPTURE(text);
        const auto file = bodies_in(text);
        CHECK(file.format == "text");
        CHECK(file.time == 0);
        REQUIRE(file.bodies.size() == 2);
        CHECK(file.bodies.mass == std::vector{1.0, 0.5});
        CHECK(file.bodies.position[0] == nbody::Vector{2, 3, 4});
        CHECK(file.bodies.velocity[0] == nbody::Vector{5, 6, 7});
        CHECK(file.bodies.position[1] == nbody::Vector{-1, 1e-3, 2});
    }
}

TEST_CASE("bad tables name line, column and word") {
    CHECK_REFUSAL(bodies_in("1 2 3 4 5 6\n"), "line 1", "expected 7 numbers",
                  "found 6");
    CHECK_REFUSAL(bodies_in("# c\n1 2 3 4 5 6 7 8\n"), "line 2", "found 8");
    CHECK_REFUSAL(bodies_in("1 2 3 4 5 6 7\n1 2 3 abc 5 6 7\n"), "line 2",
                  "bad z", "'abc'");
    CHECK_REFUSAL(bodies_in("1 2 3 4 5 6 7x\n"), "bad vz", "'7x'");
    CHECK_REFUSAL(bodies_in("-1 2 3 4 5 6 7\n"), "bad m", "from 0 on", "'-1'");
    CHECK_REFUSAL(bodies_in("1 nan 3 4 5 6 7\n"), "bad x", "'nan'");
    CHECK_REFUSAL(bodies_in("1 2 1e999 4 5 6 7\n"), "bad y", "'1e999'");
    CHECK_REFUSAL(bodies_in("1 2 3 4 5 inf 7\n"), "bad vy", "'inf'");
    CHECK_REFUSAL(bodies_in("# nothing\n\n"), "no bodies");
    CHECK_REFUSAL(bodies_in("Lorem ipsum dolor sit amet"), "line 1", "bad m",
                  "'Lorem'");
    CHECK_REFUSAL(bodies_in(std::string(1000, 'x')),
                  "'xxxxxxxxxxxxxx…xxxxxxx'");
}

TEST_CASE("what is no file with bodies") {
    CHECK_REFUSAL(bodies_in(""), "memory", "an empty file");
    CHECK_REFUSAL(bodies_in("\x7f\x45LF\x01\x02\x03"), "known format",
                  "7 bytes");
    CHECK_REFUSAL(bodies_in(std::string(5000, '\0')), "known format");
}
