// What is read of NetCDF files, and what is refused.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <numbers>
#include <numeric>
#include <span>

#include "io/sphere/grids/grid_axes.hpp"
#include "io/sphere/grids/grid_read.hpp"
#include "io/sphere/grids/rehearsal.hpp"
#include "tests/close.hpp"
#include "tests/io/sphere/netcdf_bytes.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;
using sphere::Grid, sphere::Latitudes;

namespace {

constexpr int kFormats[] = {0, NC_64BIT_OFFSET, NC_64BIT_DATA, NC_NETCDF4};
const std::vector<double> kLatitudes{60, 0, -60}, kLongitudes{0, 90, 180, 270};
const Grid kGrid{Latitudes::regular, 3, 4};

io::GridField read(const std::string& bytes,
                   const io::FieldChoice& choice = {}) {
    return io::read_grid(
        io::MemorySource{"old.nc", std::as_bytes(std::span{bytes})}, choice);
}

std::vector<double> counted(std::size_t count, double first = 0) {
    std::vector<double> values(count);
    std::iota(values.begin(), values.end(), first);
    return values;
}

/// A field z of twelve numbers, to which more may be added.
struct Twelve : NetcdfBytes {
    explicit Twelve(nc_type type, std::vector<double> values = counted(12),
                    int format = 0)
        : NetcdfBytes{format} {
        const int lat = axis("lat", kLatitudes, "degrees_north");
        const int lon = axis("lon", kLongitudes, "degrees_east");
        variable("z", {lat, lon}, std::move(values), type);
        text("units", "m");
    }
};

/// Degrees up to 3: band-limited on every grid below.
double smooth(double latitude, double longitude) {
    const double mu = std::sin(latitude * std::numbers::pi / 180);
    const double cosine = std::cos(latitude * std::numbers::pi / 180);
    const double lambda = longitude * std::numbers::pi / 180;
    return 3 + mu * mu - 0.4 * mu * cosine * std::sin(lambda) +
           0.7 * std::pow(cosine, 3) * std::cos(3 * lambda);
}

/// smooth() at any latitudes.
std::string smooth_file(const std::vector<double>& latitudes, int longitudes) {
    std::vector<double> lon, values;
    for (int i = 0; i < longitudes; ++i) lon.push_back(360.0 * i / longitudes);
    for (const double a : latitudes)
        for (const double b : lon) values.push_back(smooth(a, b));
    NetcdfBytes file;
    const int lat = file.axis("lat", latitudes, "degrees_north");
    const int d = file.axis("lon", lon, "degrees_east");
    file.variable("z", {lat, d}, values);
    return file.bytes();
}

void check_smooth(const io::GridField& field) {
    const auto lat = io::latitudes_of(field.grid);
    const auto lon = io::longitudes_of(field.grid);
    REQUIRE(field.values.size() == lat.size() * lon.size());
    for (std::size_t j = 0; j < lat.size(); ++j)
        for (std::size_t i = 0; i < lon.size(); ++i)
            CHECK(close(field.values[j * lon.size() + i],
                        smooth(lat[j], lon[i]), 1e-13));
}

}  // namespace

TEST_CASE("the formats of NetCDF, and packed numbers in them") {
    for (const int format : kFormats)
        for (const nc_type type : {NC_SHORT, NC_FLOAT}) {
            CAPTURE(format);
            Twelve file{type, counted(12, -5), format};
            file.numbers("scale_factor", {0.5});
            const auto field = read(file.bytes());
            CHECK(field.grid == kGrid);
            CHECK(field.values.front() == -2.5);
            CHECK(field.values.back() == 3);
            CHECK(field.name == "z");
            CHECK(field.unit == "m");
            CHECK(field.note.empty());
            CHECK(field.warnings.empty());
        }
}

TEST_CASE("files cut at any byte are refused, whichever format they have") {
    for (const int format : kFormats) {
        CAPTURE(format);
        const auto bytes = Twelve{NC_SHORT, counted(12), format}.bytes();
        // Files of HDF5 are longer.
        const std::size_t step = format == NC_NETCDF4 ? 61 : 1;
        for (std::size_t n = 0; n < bytes.size(); n += step) {
            CAPTURE(n);
            CHECK_REFUSAL(read(bytes.substr(0, n)), "old.nc");
        }
        CHECK_NOTHROW(read(bytes));
    }
    CHECK_REFUSAL(read("CDF\x07 and more"), "old.nc", "NetCDF");
}

TEST_CASE("times and levels, in any order of dimensions") {
    for (const int format : kFormats) {
        CAPTURE(format);
        NetcdfBytes file{format};
        const int time = file.dimension("time", NC_UNLIMITED);
        const int lat = file.axis("lat", kLatitudes, "degrees_north");
        const int lon = file.axis("lon", kLongitudes, "degrees_east");
        const int level = file.dimension("plev", 2);
        file.variable("z", {time, level, lat, lon}, counted(72), NC_FLOAT);
        const auto bytes = file.bytes(3);
        const auto first = read(bytes);
        CHECK(first.values == counted(12));
        CHECK(first.note ==
              "time 0 of z (0 to 2), the first: --time chooses another; level "
              "0 of z (0 to 1), the first: --level chooses another");
        CHECK(read(bytes, {.time = 2}).values == counted(12, 48));
        const auto other = read(bytes, {.time = 2, .level = 1});
        CHECK(other.values == counted(12, 60));
        CHECK(other.note == "time 2 of z (0 to 2); level 1 of z (0 to 1)");
        CHECK_REFUSAL(read(bytes, {.time = 3}), "--time from 0 to 2",
                      "--time 3");
        CHECK_REFUSAL(read(bytes, {.level = 2}), "--level from 0 to 1");
    }
    // Levels alone, behind the others, and transposed.
    NetcdfBytes file;
    const int lon = file.axis("lon", kLongitudes, "degrees_east");
    const int lat = file.axis("lat", kLatitudes, "degrees_north");
    const int z = file.axis("z", {10, 20}, "m");
    file.variable("t", {lon, lat, z}, counted(24));
    const auto field = read(file.bytes(), {.level = 1});
    CHECK(field.values[1] == 7);
    CHECK(field.values[4] == 3);
    CHECK(field.warnings.size() == 1);
    CHECK_REFUSAL(read(Twelve{NC_INT}.bytes(), {.level = 1}),
                  "--level from 0 to 0");
}

TEST_CASE("coordinates are those of the field's own dimensions") {
    NetcdfBytes file;
    const std::vector<double> other{90, 0, -90}, shifted{45, 135, 225, 315};
    // First by their names, and of the same sizes.
    file.axis("a_lat", other, "degrees_north");
    file.axis("a_lon", shifted, "degrees_east");
    const int lat = file.axis("lat", kLatitudes, "degrees_north");
    const int lon = file.axis("lon", kLongitudes, "degrees_east");
    // A number in degrees for each latitude is no longitude.
    file.variable("aspect", {lat}, {1, 2, 3});
    file.text("units", "degrees_east");
    // A unit that is no text is none.
    file.variable("weight", {lat}, {1, 2, 3});
    file.numbers("units", {1});
    file.variable("z", {lat, lon}, counted(12));
    const auto field = read(file.bytes());
    CHECK(field.grid == kGrid);
    CHECK(field.first_longitude == 0);
    NetcdfBytes indexed;
    const int y = indexed.axis("y", {1, 2, 3}, "1");
    const int x = indexed.axis("x", {1, 2, 3, 4}, "1");
    indexed.variable("nav_lat", {y}, kLatitudes);
    indexed.text("units", "degrees_north");
    indexed.variable("nav_lon", {x}, kLongitudes);
    indexed.text("units", "degrees_east");
    indexed.variable("z", {y, x}, counted(12));
    CHECK(read(indexed.bytes()).values == counted(12));
}

TEST_CASE("fields in groups have the dimensions of groups around them") {
    NetcdfBytes file{NC_NETCDF4};
    const int lat = file.axis("lat", kLatitudes, "degrees_north");
    const int lon = file.axis("lon", kLongitudes, "degrees_east");
    file.group("PRODUCT");
    file.variable("B", {lat, lon}, counted(12), NC_FLOAT);
    file.string("units", "nT");
    file.group("OTHER");
    file.variable("B", {lat, lon}, counted(12, 100), NC_FLOAT);
    const auto bytes = file.bytes();
    CHECK_REFUSAL(read(bytes), "several fields", "OTHER/B, PRODUCT/B");
    for (const char* name : {"PRODUCT/B", "/PRODUCT/B"}) {
        const auto field = read(bytes, {.variable = name});
        CHECK(field.values == counted(12));
        CHECK(field.name == "B");
        CHECK(field.unit == "nT");
    }
    CHECK_REFUSAL(read(bytes, {.variable = "B"}), "no such field", "PRODUCT/B");
}

TEST_CASE("_Unsigned says how whole numbers are meant") {
    for (const char* word : {"true", "True"}) {
        Twelve file{NC_BYTE, counted(12, -6)};
        file.text("_Unsigned", word);
        file.numbers("scale_factor", {0.5});
        file.numbers("add_offset", {-1});
        // Of the signed type, as the file has to have it.
        file.numbers("valid_range", {0, -1}, NC_BYTE);
        const auto values = read(file.bytes()).values;
        CHECK(values[0] == 0.5 * 250 - 1);
        CHECK(values[5] == 0.5 * 255 - 1);
        CHECK(values[6] == -1);
    }
    Twelve filled{NC_BYTE, counted(12, -1)};
    filled.text("_Unsigned", "true");
    filled.numbers("_FillValue", {-1}, NC_BYTE);
    CHECK_REFUSAL(read(filled.bytes()), "255 (_FillValue)");
    Twelve wide{NC_USHORT, counted(12, 65530 - 8), NC_NETCDF4};
    wide.text("_Unsigned", "false");
    CHECK(read(wide.bytes()).values[0] == 65522 - 65536);
}

TEST_CASE("numbers outside of the valid range are missing") {
    const auto with = [](nc_type type, const auto& add) {
        Twelve file{type};
        add(file);
        return read(file.bytes());
    };
    using File = NetcdfBytes&;
    const char* const place = "z, latitude 3, longitude 3";
    CHECK_REFUSAL(with(NC_FLOAT,
                       [](File f) {
                           f.numbers("valid_range", {0, 9.5}, NC_FLOAT);
                       }),
                  place, "10 (valid_range), the first of 2 in 12 values");
    CHECK_REFUSAL(
        with(NC_SHORT, [](File f) { f.numbers("valid_max", {9}, NC_SHORT); }),
        place, "10 (valid_max)");
    CHECK_REFUSAL(with(NC_FLOAT, [](File f) { f.numbers("valid_min", {1}); }),
                  "latitude 1, longitude 1", "0 (valid_min), the first of 1");
    CHECK_REFUSAL(with(NC_FLOAT,
                       [](File f) {
                           f.numbers("missing_value", {-9, 10, 11}, NC_FLOAT);
                       }),
                  place, "10 (missing_value), the first of 2");
    CHECK_REFUSAL(
        with(NC_INT, [](File f) { f.numbers("_FillValue", {10}, NC_INT); }),
        place, "10 (_FillValue), the first of 1");
    CHECK_REFUSAL(with(NC_INT, [](File f) { f.numbers("valid_range", {1}); }),
                  "valid_range of z", "2 numbers");
    CHECK_REFUSAL(with(NC_INT, [](File f) { f.text("missing_value", "none"); }),
                  "missing_value of z", "numbers");
    // Both ends are valid.
    CHECK_NOTHROW(with(NC_INT, [](File f) {
        f.numbers("valid_range", {0, 11}, NC_INT);
    }));
    // A range of the type of scale_factor is one of unpacked numbers, which are
    // rounded; another one is of packed numbers.
    CHECK_NOTHROW(with(NC_SHORT, [](File f) {
        f.numbers("scale_factor", {0.1});
        f.numbers("valid_range", {0, 1.1});
    }));
    CHECK_REFUSAL(with(NC_SHORT,
                       [](File f) {
                           f.numbers("scale_factor", {0.1});
                           f.numbers("valid_range", {0, 1}, NC_SHORT);
                       }),
                  "2 (valid_range)");
    // As double precision has what the file has in single precision.
    Twelve filled{NC_FLOAT, {0, 0.1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}};
    filled.numbers("missing_value", {0.1});
    CHECK_REFUSAL(read(filled.bytes()), "(missing_value)");
    // What the library writes where a program wrote nothing.
    CHECK_REFUSAL(read(Twelve{NC_SHORT, counted(12, NC_FILL_SHORT)}.bytes()),
                  "-32767 (_FillValue)");
}

TEST_CASE("latitudes that a file has rounded are those of a grid") {
    for (const auto& [kind, rows, unit] :
         {std::tuple{Latitudes::gauss, 128, 0.01},
          {Latitudes::gauss, 320, 0.001},
          {Latitudes::gauss, 1280, 0.001},
          {Latitudes::regular, 540, 0.01},
          {Latitudes::gauss, 64, 1e-9}})
        for (const bool single : {false, true}) {
            CAPTURE(rows);
            auto lat = io::latitudes_of({kind, rows, 1});
            for (double& value : lat) {
                value = std::round(value / unit) * unit;
                if (single) value = static_cast<float>(value);
            }
            const auto axis = io::latitude_axis(lat, "grid.nc");
            CHECK(axis.kind == kind);
            CHECK(axis.rows == io::LatitudeAxis::Rows::all);
            CHECK((axis.off > io::kSinglePrecision) == (unit > 1e-3 / 2));
        }
    // Not where they are farther off than rounding makes them.
    auto lat = io::latitudes_of({Latitudes::gauss, 128, 1});
    for (double& value : lat) value = std::round(value * 100) / 100;
    lat[7] += 0.02;
    CHECK_REFUSAL(io::latitude_axis(lat, "grid.nc"), "latitude 8", "gauss");
    auto lon = io::longitudes_of({Latitudes::gauss, 1, 640});
    for (double& value : lon) value = std::round(value * 100) / 100;
    CHECK(io::longitude_axis(lon, "grid.nc").count == 640);
    // Numbers without decimals are not rounded to a tenth of a step.
    CHECK_REFUSAL(io::longitude_axis({0, 60, 120, 180, 240.1, 300}, "grid.nc"),
                  "longitude 5");
}

TEST_CASE("equidistant latitudes with both poles, one, or none of them") {
    struct Case {
        const char* name;  ///< in ducc0
        double first, more;
        Grid grid;
        std::size_t warnings;
    };
    constexpr int kRows = 12;
    for (const int columns : {24, 25}) {
        const Case cases[] = {
            {"F1", 0.5, 0, {Latitudes::regular, kRows, columns}, 0},
            {"CC", 0, -1, {Latitudes::poles, kRows, columns}, 0},
            {"F2", 1, 1, {Latitudes::inner, kRows, columns}, 0},
            {"DH", 0, 0, {Latitudes::inner, kRows - 1, columns}, 1},
            {"DH flipped", 1, 0, {Latitudes::inner, kRows - 1, columns}, 1},
            {"MW", 0.5, -0.5, {Latitudes::poles, 2 * kRows, columns}, 1},
            {"MWflip", 0, -0.5, {Latitudes::poles, 2 * kRows, columns}, 1}};
        for (const auto& c : cases)
            for (const bool northward : {false, true}) {
                CAPTURE(c.name);
                std::vector<double> lat;
                for (int j = 0; j < kRows; ++j)
                    lat.push_back(90 - 180 * (j + c.first) / (kRows + c.more));
                if (northward) std::ranges::reverse(lat);
                const auto field = read(smooth_file(lat, columns));
                CHECK(field.grid == c.grid);
                CHECK(field.warnings.size() == c.warnings);
                check_smooth(field);
            }
    }
}

TEST_CASE("what brings the library down ends in an error") {
    CHECK_REFUSAL(io::rehearse(
                      "grid.nc", [] { std::raise(SIGSEGV); }, 60),
                  "grid.nc", "damaged", "Segmentation fault");
    const auto for_ever = [] {
        for (volatile bool go_on = true; go_on;) continue;
    };
    CHECK_REFUSAL(io::rehearse("grid.nc", for_ever, 1), "grid.nc", "no end");
    CHECK_NOTHROW(io::rehearse(
        "grid.nc", [] { throw runtime::UsageError{"wrong"}; }, 60));
    // Ended by somebody, not by the file.
    CHECK_NOTHROW(io::rehearse(
        "grid.nc", [] { std::raise(SIGTERM); }, 60));
}

TEST_CASE("latitudes of no grid are refused without long computations") {
    std::vector<double> lat(1000000);
    CHECK_REFUSAL(io::latitude_axis(lat, "grid.nc"), "1000000 latitudes");
    CHECK_REFUSAL(io::latitude_axis({90, 80, 30, -60}, "grid.nc"), "grid.nc");
    CHECK(io::latitude_axis({0}, "grid.nc").kind == Latitudes::gauss);
    CHECK_REFUSAL(io::latitude_axis({90}, "grid.nc"), "latitude 1");
}
