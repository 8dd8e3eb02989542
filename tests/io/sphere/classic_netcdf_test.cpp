// What is read of grids in NetCDF's classic formats, and what is refused.
#include <doctest/doctest.h>

#include "io/sphere/grid_file.hpp"
#include "tests/io/sphere/classic_bytes.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;
using sphere::Grid, sphere::Latitudes;

namespace {

const Grid kGrid{Latitudes::regular, 3, 4};

io::GridField read(const std::string& bytes, std::optional<int> time = {},
                   const std::string& variable = "") {
    return io::read_grid(
        io::MemorySource{"old.nc", std::as_bytes(std::span{bytes})}, variable,
        time);
}

/// 0.5 (k - 5) and 50 more for each time.
std::vector<double> expected(int time) {
    std::vector<double> values(12);
    for (std::size_t k = 0; k < 12; ++k)
        values[k] = 0.5 * (static_cast<double>(k) - 5) + 50 * time;
    return values;
}

}  // namespace

TEST_CASE("the three versions of the classic format") {
    for (const int version : {1, 2, 5})
        for (const std::uint32_t type : {3u, 5u}) {
            CAPTURE(version);
            ClassicBytes file{.version = version};
            file.type = type;
            const auto field = read(file.bytes());
            CHECK(field.grid == kGrid);
            CHECK(field.values == expected(0));
            CHECK(field.name == "z");
            CHECK(field.unit == "m");
            CHECK(field.note.empty());
        }
}

TEST_CASE("records are the times") {
    for (const bool second : {false, true})
        for (const int version : {1, 5}) {
            CAPTURE(second);
            ClassicBytes file{
                .version = version, .records = 3, .second = second};
            const auto bytes = file.bytes();
            CHECK(read(bytes).values == expected(0));
            CHECK(read(bytes).note ==
                  "time 0 of z (0 to 2), the first: --time chooses another");
            CHECK(read(bytes, 2).values == expected(2));
            CHECK(read(bytes, 2).note == "time 2 of z (0 to 2)");
            CHECK_REFUSAL(read(bytes, 3), "--time from 0 to 2", "--time 3");
        }
    CHECK_REFUSAL(read(ClassicBytes{}.bytes(), 1), "--time from 0 to 0");
}

TEST_CASE("classic files cut at any byte") {
    ClassicBytes file{.records = 2};
    const auto bytes = file.bytes();
    for (std::size_t n = 3; n < bytes.size(); ++n) {
        CAPTURE(n);
        CHECK_REFUSAL(read(bytes.substr(0, n), 1), "old.nc");
    }
    CHECK(read(bytes, 1).values == expected(1));
}

TEST_CASE("classic headers that are wrong") {
    const auto with = [](const auto& change) {
        ClassicBytes file;
        change(file);
        return file.bytes();
    };
    CHECK_REFUSAL(read(with([](ClassicBytes& c) { c.version = 3; })), "byte 3",
                  "1, 2 or 5");
    CHECK_REFUSAL(read(with([](ClassicBytes& c) { c.z_dimension = 3; })),
                  "bad dimension", "below 3");
    CHECK_REFUSAL(read(with([](ClassicBytes& c) { c.tag = 12; })), "bad list",
                  "11");
    CHECK_REFUSAL(read(with([](ClassicBytes& c) { c.type = 12; })), "bad type",
                  "1 to 11");
    CHECK_REFUSAL(read(with([](ClassicBytes& c) {
                           c.records = 0xffffffff;
                       }).substr(0, 400)),
                  "not closed");
    CHECK_REFUSAL(read(with([](ClassicBytes& c) {
                      c.version = 5;
                      c.latitudes = 1ull << 61;
                  })),
                  "bad shape", "lat of less than 2^64 bytes");
    auto many = ClassicBytes{}.bytes();
    many[12] = '\x7f';  // dimensions
    CHECK_REFUSAL(read(many), "bad count", "byte 12");
    auto missing = ClassicBytes{}.bytes();
    missing[missing.size() - 24] = '\x80';
    missing[missing.size() - 23] = 0;
    CHECK_REFUSAL(read(missing), "value 1", "missing");
    CHECK_REFUSAL(read(ClassicBytes{}.bytes(), {}, "y"), "no such field",
                  "lat, lon, z");
}
