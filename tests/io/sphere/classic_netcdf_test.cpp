// Grids in NetCDF's classic formats, built byte by byte.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "io/sphere/grid_file.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;
using sphere::Grid, sphere::Latitudes;

namespace {

const Grid kGrid{Latitudes::regular, 3, 4};

/// What a file is put together from.  Variables: lat, lon, and z of shorts,
/// (lat, lon) or with records (time, lat, lon).
struct Classic {
    int version = 1;
    std::uint64_t records = 0;  ///< 0: z has none
    bool second = false;        ///< another variable with records, of 3 bytes
    std::uint32_t type = 3;     ///< of z
    std::uint64_t z_dimension = 1;
    std::uint32_t tag = 11;

    std::string bytes() const {
        std::string header = text();
        // Twice: where data begins follows from how long the header is.
        const auto data = header.size();
        return text(data) + values();
    }

  private:
    static std::string number(std::uint64_t value, int bytes) {
        std::string s;
        for (int k = bytes - 1; k >= 0; --k)
            s += static_cast<char>(value >> (8 * k) & 0xff);
        return s;
    }
    std::string size(std::uint64_t n) const {
        return number(n, version == 5 ? 8 : 4);
    }
    static std::string padded(std::string s) {
        s.resize((s.size() + 3) / 4 * 4);
        return s;
    }
    std::string name(const std::string& s) const {
        return size(s.size()) + padded(s);
    }
    std::string attribute(const std::string& key,
                          const std::string& value) const {
        return name(key) + number(2, 4) + size(value.size()) + padded(value);
    }
    std::string list(std::uint32_t tag_, std::uint64_t n) const {
        return number(tag_, 4) + size(n);
    }
    std::string offset(std::uint64_t at) const {
        return number(at, version == 1 ? 4 : 8);
    }
    std::uint64_t z_bytes() const { return type == 3 ? 24 : 48; }

    std::string text(std::uint64_t data = 0) const {
        std::string s = std::string{"CDF"} + static_cast<char>(version);
        s += size(records);
        s += list(10, 3) + name("lat") + size(3) + name("lon") + size(4) +
             name("time") + size(0);
        s += list(0, 0);
        s += list(tag, second ? 4 : 3);
        s += name("lat") + size(1) + size(0) + list(12, 1) +
             attribute("units", "degrees_north") + number(6, 4) + size(24) +
             offset(data);
        s += name("lon") + size(1) + size(1) + list(12, 1) +
             attribute("units", "degrees_east") + number(5, 4) + size(16) +
             offset(data + 24);
        s += name("z") + size(records > 0 ? 3 : 2);
        if (records > 0) s += size(2);
        s += size(0) + size(z_dimension);
        s += list(12, 3) + attribute("units", "m") + name("scale_factor") +
             number(6, 4) + size(1) +
             number(std::bit_cast<std::uint64_t>(0.5), 8);
        s += name("_FillValue") + number(3, 4) + size(1) +
             padded(number(0x8000, 2));
        s += number(type, 4) + size(z_bytes()) + offset(data + 40);
        if (second)
            s += name("flag") + size(1) + size(2) + list(0, 0) + number(1, 4) +
                 size(4) + offset(data + 40 + z_bytes());
        return s;
    }

    std::string values() const {
        std::string s;
        for (const double lat : {60.0, 0.0, -60.0})
            s += number(std::bit_cast<std::uint64_t>(lat), 8);
        for (const float lon : {0.f, 90.f, 180.f, 270.f})
            s += number(std::bit_cast<std::uint32_t>(lon), 4);
        for (std::uint64_t t = 0; t < std::clamp<std::uint64_t>(records, 1, 9);
             ++t) {
            for (std::uint64_t k = 0; k < 12; ++k)
                s += type == 3
                         ? number(100 * t + k - 5, 2)
                         : number(std::bit_cast<std::uint32_t>(
                                      static_cast<float>(100 * t + k) - 5),
                                  4);
            if (second) s += padded("x");
        }
        return s;
    }
};

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
            Classic file{.version = version};
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
            Classic file{.version = version, .records = 3, .second = second};
            const auto bytes = file.bytes();
            CHECK(read(bytes).values == expected(0));
            CHECK(read(bytes).note ==
                  "time 0 of z (0 to 2), the first: --time chooses another");
            CHECK(read(bytes, 2).values == expected(2));
            CHECK(read(bytes, 2).note == "time 2 of z (0 to 2)");
            CHECK_REFUSAL(read(bytes, 3), "--time from 0 to 2", "--time 3");
        }
    CHECK_REFUSAL(read(Classic{}.bytes(), 1), "--time from 0 to 0");
}

TEST_CASE("classic files cut at any byte") {
    Classic file{.records = 2};
    const auto bytes = file.bytes();
    for (std::size_t n = 3; n < bytes.size(); ++n) {
        CAPTURE(n);
        CHECK_REFUSAL(read(bytes.substr(0, n), 1), "old.nc");
    }
    CHECK(read(bytes, 1).values == expected(1));
}

TEST_CASE("classic headers that are wrong") {
    const auto with = [](const auto& change) {
        Classic file;
        change(file);
        return file.bytes();
    };
    CHECK_REFUSAL(read(with([](Classic& c) { c.version = 3; })), "byte 3",
                  "1, 2 or 5");
    CHECK_REFUSAL(read(with([](Classic& c) { c.z_dimension = 3; })),
                  "bad dimension", "below 3");
    CHECK_REFUSAL(read(with([](Classic& c) { c.tag = 12; })), "bad list", "11");
    CHECK_REFUSAL(read(with([](Classic& c) { c.type = 12; })), "bad type",
                  "1 to 11");
    CHECK_REFUSAL(
        read(with([](Classic& c) { c.records = 0xffffffff; }).substr(0, 400)),
        "not closed");
    auto many = Classic{}.bytes();
    many[12] = '\x7f';  // dimensions
    CHECK_REFUSAL(read(many), "bad count", "byte 12");
    auto missing = Classic{}.bytes();
    missing[missing.size() - 24] = '\x80';
    missing[missing.size() - 23] = 0;
    CHECK_REFUSAL(read(missing), "value 1", "missing");
    CHECK_REFUSAL(read(Classic{}.bytes(), {}, "y"), "no such field",
                  "lat, lon, z");
}
