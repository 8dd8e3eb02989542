// Grids in the orders and with the longitudes that programs give them.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "io/hdf5/hdf5.hpp"
#include "io/sphere/grids/grid_axes.hpp"
#include "io/sphere/grids/grid_read.hpp"
#include "tests/close.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;
using sphere::Grid, sphere::Latitudes;

namespace {

/// A field whose value at (latitude, longitude) is known, in any order.
struct GridForm {
    std::vector<double> lat{75, 45, 15, -15, -45, -75};  // cell centres
    std::vector<double> lon{0, 90, 180, 270};
    bool lon_first = false, named = false;
    std::size_t times = 0;
    std::string lat_units = "degrees_north", lat_long_name{};
    double odd = 0;  ///< added to the last value

    static double value(double lat, double lon) {
        return 1000 * lat + std::fmod(lon + 720, 360.0);
    }

    std::vector<std::byte> image() const {
        std::vector<double> values;
        const auto& outer = lon_first ? lon : lat;
        const auto& inner = lon_first ? lat : lon;
        for (std::size_t t = 0; t < std::max<std::size_t>(times, 1); ++t)
            for (const double a : outer)
                for (const double b : inner)
                    values.push_back((lon_first ? value(b, a) : value(a, b)) +
                                     0.25 * static_cast<double>(t));
        values.back() += odd;
        std::vector<hsize_t> shape{outer.size(), inner.size()};
        if (times > 0) shape.insert(shape.begin(), {1, times});
        io::Hdf5Writer file;
        file.add_dataset("/lat", lat, {lat.size()});
        file.add_attribute("/lat", "units", lat_units);
        if (!lat_long_name.empty())
            file.add_attribute("/lat", "long_name", lat_long_name);
        file.add_dataset("/lon", lon, {lon.size()});
        file.add_attribute("/lon", "units", std::string{"degrees_east"});
        file.add_dataset("/z", values, shape);
        if (named)
            file.attach_scales(
                {{"/z", lon_first ? std::vector<std::string>{"/lon", "/lat"}
                                  : std::vector<std::string>{"/lat", "/lon"}}});
        return file.image();
    }
};

io::GridField read(const GridForm& m, std::optional<int> time = {}) {
    const auto image = m.image();
    return io::read_grid(io::MemorySource{"grid.nc", image}, {.time = time});
}

/// Every value is that of its place.
void check_places(const io::GridField& field, double more = 0) {
    const auto lat = io::latitudes_of(field.grid);
    const auto lon = io::longitudes_of(field.grid);
    REQUIRE(field.values.size() == lat.size() * lon.size());
    for (std::size_t j = 0; j < lat.size(); ++j)
        for (std::size_t i = 0; i < lon.size(); ++i)
            CHECK(close(
                field.values[j * lon.size() + i],
                GridForm::value(lat[j], lon[i] + field.first_longitude) + more,
                1e-12));
}

}  // namespace

TEST_CASE("either axis may go either way and come first") {
    for (const bool north : {false, true})
        for (const bool west : {false, true})
            for (const bool lon_first : {false, true})
                for (const bool named : {false, true}) {
                    GridForm m{.lon_first = lon_first, .named = named};
                    if (north) std::ranges::reverse(m.lat);
                    if (west) std::ranges::reverse(m.lon);
                    const auto field = read(m);
                    CHECK(field.grid == Grid{Latitudes::regular, 6, 4});
                    check_places(field);
                    CHECK(field.warnings.size() ==
                          (west ? 1u : 0u) + (lon_first ? 1u : 0u));
                }
}

TEST_CASE("of a square array the names of dimensions decide") {
    for (const bool lon_first : {false, true}) {
        GridForm m{.lon_first = lon_first, .named = true};
        m.lon = {0, 60, 120, 180, 240, 300};
        check_places(read(m));
    }
}

TEST_CASE("longitudes begin where they like") {
    const std::pair<std::vector<double>, double> cases[] = {
        {{45, 135, 225, 315}, 45},  {{-135, -45, 45, 135}, 45},
        {{-180, -90, 0, 90}, 0},    {{0, 90, 180, -90}, 0},
        {{10, 100, 190, 280}, 10},  {{135, 45, -45, -135}, 45},
        {{-170, -80, 10, 100}, 10}, {{359.99999999, 90, 180, 270}, 0},
        {{720, 810, 900, 990}, 0},
    };
    for (const auto& [lon, first] : cases) {
        GridForm m;
        m.lon = lon;
        const auto field = read(m);
        CHECK(close(field.first_longitude, first, 1e-12));
        if (first > 0) check_places(field);
    }
}

TEST_CASE("a last column that repeats the first is left out") {
    for (const bool west : {false, true}) {
        GridForm m;
        m.lon = {-180, -90, 0, 90, 180};
        if (west) std::ranges::reverse(m.lon);
        const auto field = read(m);
        CHECK(field.grid.longitudes == 4);
        check_places(field);
        CHECK(field.warnings.size() == (west ? 2 : 1));
        m.odd = 1;
        CHECK_REFUSAL(read(m), "grid.nc", "two values at one longitude",
                      "latitude 6");
    }
}

TEST_CASE("one of several times is read") {
    const GridForm m{.times = 3};
    check_places(read(m));
    CHECK(read(m).note.starts_with("time 0 of z (0 to 2)"));
    check_places(read(m, 2), 0.5);
    CHECK_REFUSAL(read(m, 3), "grid.nc", "--time from 0 to 2", "--time 3");
    const auto only = read(GridForm{.times = 1});
    CHECK(only.note.empty());
    check_places(only);
}

TEST_CASE("coordinates in degrees are known by what they are called") {
    GridForm m;
    m.lat_units = "degrees";
    check_places(read(m));
    m.lat_long_name = "Latitude";
    check_places(read(m));
    m.lat_units = "m";
    CHECK_REFUSAL(read(m), "no latitudes");
}

TEST_CASE("longitudes that are not even are refused") {
    const auto axis = [](std::vector<double> lon) {
        return io::longitude_axis(lon, "grid.nc");
    };
    CHECK(axis({0}).count == 1);
    CHECK(axis({0, 360}).count == 1);
    CHECK(axis({0, 180}).count == 2);
    CHECK_REFUSAL(axis({0, 90, 180}), "longitude 2", "120.0", "90.0");
    CHECK_REFUSAL(axis({0, 90, 180, 200}), "longitude 4");
    CHECK_REFUSAL(axis({0, 180, 90, 270}), "longitude 2");
    CHECK_REFUSAL(axis({0, NAN, 180, 270}), "longitude 2", "nan");
    CHECK_REFUSAL(axis({INFINITY}), "longitude 1", "inf");
    // So large that a step more is the same number: found by fuzzing.
    CHECK_REFUSAL(axis({1e30, 1e30, 1e30, 1e30}), "longitude 2");
}
