// `tasuki sht --stream`: fields of all times and levels of a file.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "drivers/sht/run.hpp"
#include "drivers/sht/stream_files.hpp"
#include "io/sphere/grids/series.hpp"
#include "io/sphere/spectrum_file.hpp"
#include "runtime/core/ranks.hpp"
#include "tests/close.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"
#include "tests/drivers/sht/stream_files.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr int kTimes = 3, kLevels = 2;

/// 2 + t + cos(phi) cos(lambda) - l sin(phi), at cell centres from the south.
double value_of(int time, int level, double lat, double lon) {
    return 2 + time + std::cos(lat * kDegree) * std::cos(lon * kDegree) -
           level * std::sin(lat * kDegree);
}

/// What a test changes of a file.
struct Form {
    int format = NC_NETCDF4;
    nc_type type = NC_DOUBLE;
    std::size_t bad = 0;  ///< from 1 on: is missing
    double scale = 1;     ///< of the values
};

std::string grid_file(const Form& form = {}) {
    NetcdfBytes file{form.format};
    auto lat = stream_latitudes();
    std::ranges::reverse(lat);
    const auto lon = stream_longitudes();
    std::vector<double> values;
    const int time = file.axis("time", {6, 12, 30}, "hours since 2020-01-01");
    file.text("calendar", "standard");
    file.text("bounds", "time_bnds");
    const int level = file.axis("plev", {85000, 50000}, "Pa");
    file.text("positive", "down");
    const int rows = file.axis("lat", lat, "degrees_north");
    const int columns = file.axis("lon", lon, "degrees_east");
    for (int t = 0; t < kTimes; ++t)
        for (int l = 0; l < kLevels; ++l)
            for (const double j : lat)
                for (const double i : lon)
                    values.push_back(form.scale * value_of(t, l, j, i));
    if (form.bad > 0) values[form.bad - 1] = -999;
    file.variable("ta", {time, level, rows, columns}, values, form.type);
    file.text("units", "K");
    file.text("long_name", "air temperature");
    if (form.bad > 0) file.numbers("missing_value", {-999}, form.type);
    return file.bytes();
}

/// In this process, so that all use the same plans of FFTs.
drivers::StreamResult stream(const std::string& in, const std::string& out,
                             int workers = 1) {
    drivers::StreamOptions o;
    o.stream = true;
    o.input = in;
    o.out = out;
    o.placement = "cpu";
    o.gpus = 0;
    o.cpu_workers = workers;
    o.readers = 2;
    drivers::check_options(o);
    const auto plan = drivers::make_plan(o, runtime::ranks_of({}));
    return drivers::run_planned(o, plan, nullptr);
}

std::vector<double> pairs_of(const io::Coefficients& spectrum, int degrees) {
    std::vector<double> pairs;
    const auto t = sphere::triangle(degrees);
    for (int m = 0; m <= degrees; ++m)
        for (int l = m; l <= degrees; ++l) {
            const auto pair = io::to_real(spectrum[t.index(m, l)], l, m, {});
            pairs.push_back(pair.c);
            pairs.push_back(pair.s);
        }
    return pairs;
}

double largest_difference(const std::vector<double>& a,
                          const std::vector<double>& b) {
    REQUIRE(a.size() == b.size());
    double most = 0;
    for (std::size_t k = 0; k < a.size(); ++k)
        most = std::max(most, std::abs(a[k] - b[k]));
    return most;
}

void check_axes(const io::FieldsForm& form) {
    REQUIRE(form.leading.size() == 2);
    CHECK(form.leading[0].name == "time");
    CHECK(form.leading[0].values == std::vector<double>{6, 12, 30});
    CHECK(form.leading[0].attributes ==
          io::Attributes{{"units", "hours since 2020-01-01"},
                         {"calendar", "standard"}});
    CHECK(form.leading[1].name == "plev");
    CHECK(form.leading[1].values == std::vector<double>{85000, 50000});
    CHECK(form.variables.front().name == "ta");
    CHECK(form.variables.front().attributes ==
          io::Attributes{{"units", "K"}, {"long_name", "air temperature"}});
}

}  // namespace

TEST_CASE("a stream gives every field the bits that it has alone") {
    const Folder folder;
    write_file(folder / "in.nc", grid_file());
    const auto result = stream(folder / "in.nc", folder / "s.nc");
    CHECK(result.fields == kTimes * kLevels);
    CHECK(result.bytes_read == sizeof(double) * kRows * kColumns * 6);
    // Whoever computes them, and however many at once.
    (void)stream(folder / "in.nc", folder / "s2.nc", 2);
    CHECK(read_file(folder / "s.nc") == read_file(folder / "s2.nc"));
    io::SeriesReader spectra{folder / "s.nc", {}};
    REQUIRE(spectra.series().spectra);
    CHECK(spectra.series().truncation == 11);
    check_axes(spectra.series().form);
    (void)stream(folder / "s.nc", folder / "back.nc");
    io::SeriesReader back{folder / "back.nc", {}};
    check_axes(back.series().form);
    CHECK(back.series().form.grid == spectra.series().form.grid);
    for (int k = 0; k < kTimes * kLevels; ++k) {
        CAPTURE(k);
        drivers::ShtOptions one;
        one.operation = "analysis";
        one.input = folder / "in.nc";
        one.placement = "cpu";
        one.gpus = 0;
        one.repetitions = 1;
        one.time = k / kLevels;
        one.level = k % kLevels;
        const auto plan = drivers::make_plan(one, runtime::ranks_of({}));
        const auto alone = drivers::run_planned(one, plan, nullptr);
        const auto field = std::size_t(k);
        CHECK(spectra.spectrum(0, field) ==
              pairs_of(alone.spectrum, plan.truncation));
        // There and back: sums of some dozen terms of size 5.
        CHECK(largest_difference(back.field(0, field), plan.values) < 1e-13);
        // From a file of one spectrum to a file of one field.
        io::write_spectrum(folder / "one.h5", {plan.truncation, alone.spectrum},
                           {});
        drivers::ShtOptions there = one;
        there.operation = "synthesis";
        there.input = folder / "one.h5";
        there.time = there.level = {};
        there.grid = "regular";
        there.latitudes = int(kRows);
        there.longitudes = int(kColumns);
        const auto again = drivers::run_planned(
            there, drivers::make_plan(there, runtime::ranks_of({})), nullptr);
        CHECK(back.field(0, field) == again.field);
    }
}

TEST_CASE("a stream reads files of every format and type") {
    const Folder folder;
    for (const auto& [format, type] : {std::pair{0, NC_FLOAT},
                                       {NC_64BIT_DATA, NC_DOUBLE},
                                       {NC_NETCDF4, NC_FLOAT}}) {
        CAPTURE(format);
        write_file(folder / "in.nc",
                   grid_file({.format = format, .type = type}));
        const auto j = cli_json(kStream + ("--overwrite --truncation 2 --in " +
                                           (folder / "in.nc") + " --out " +
                                           (folder / "s.nc")));
        CHECK(j["fields"] == 6);
        CHECK(j["operation"] == "analysis");
        CHECK(j["bytes_written"] == 6 * 6 * 2 * 8);
        CHECK(j["fields_per_second"].get<double>() > 0);
        CHECK(j["seconds_spent"].contains("waiting_for_output"));
        io::SeriesReader spectra{folder / "s.nc", {}};
        for (std::size_t k = 0; k < 6; ++k) {
            const auto s = spectra.spectrum(0, k);
            // 2 + t; -l sin(phi); cos(phi) cos(lambda)
            const double rounding = type == NC_FLOAT ? 1e-6 : 1e-13;
            CHECK(close(s[0], 2 + double(k / 2), rounding));
            CHECK(std::abs(s[2] + double(k % 2) / std::sqrt(3)) < rounding);
            CHECK(std::abs(s[6] - 1 / std::sqrt(3)) < rounding);
        }
    }
}

TEST_CASE("a stream of one time has its levels, and of one level its times") {
    const Folder folder;
    write_file(folder / "in.nc", grid_file());
    for (const auto& [option, count] :
         {std::pair{"--time 1", 2}, {"--level 1", 3}}) {
        const auto j = cli_json(
            kStream + fmt::format("--overwrite {} --in {} --out {}", option,
                                  folder / "in.nc", folder / "s.nc"));
        CHECK(j["fields"] == count);
    }
    io::SeriesReader spectra{folder / "s.nc", {}};
    CHECK(spectra.series().form.leading[1].values ==
          std::vector<double>{50000});
    CHECK(std::abs(spectra.spectrum(0, 0)[2] + 1 / std::sqrt(3)) < 1e-13);
    CHECK(refused(run_cli(kStream + ("--time 3 --in " + (folder / "in.nc") +
                                     " --out " + (folder / "t.nc")))));
}

TEST_CASE("the conventions of spectra are those of the options, and are kept") {
    const Folder folder;
    write_file(folder / "in.nc", grid_file());
    const auto run = [&](const std::string& in, const std::string& out,
                         const std::string& more) {
        (void)cli_json(kStream + ("--in " + (folder / in) + " --out " +
                                  (folder / out) + more));
    };
    run("in.nc", "s.nc", " --normalization schmidt --condon-shortley");
    io::SeriesReader spectra{folder / "s.nc", {}};
    CHECK(close(spectra.spectrum(0, 0)[2 * 12], -1, 1e-13));  // l = m = 1
    run("s.nc", "g.nc", "");
    io::SeriesReader fields{folder / "g.nc", {}};
    CHECK(close(fields.field(0, 5)[0], value_of(2, 1, 90 - 90.0 / kRows, 0),
                1e-13));
}

TEST_CASE("random fields are those that a seed gives one after another") {
    const Folder folder;
    const auto j = cli_json(
        kStream + ("--fields 3 --truncation 9 --out " + (folder / "g.nc")));
    CHECK(j["operation"] == "synthesis");
    CHECK(j["bytes_read"] == 0);
    (void)cli_json(kStream + ("--in " + (folder / "g.nc") +
                              " --truncation 9 --out " + (folder / "s.nc")));
    io::SeriesReader spectra{folder / "s.nc", {}};
    for (int k = 0; k < 3; ++k)
        CHECK(largest_difference(
                  spectra.spectrum(0, std::size_t(k)),
                  pairs_of(drivers::random_coefficients(9, 1, k), 9)) < 1e-14);
}

TEST_CASE("the buffers of a stream are counted, and few") {
    const Folder folder;
    const auto dry =
        cli_json(kStream + ("--readers 3 --fields 1000 --truncation 42 "
                            "--dry-run --out " +
                            (folder / "g.nc")));
    drivers::StreamOptions o;
    o.truncation = 42;
    o.fields = 1000;
    o.gpus = 0;
    o.readers = 3;
    o.out = folder / "g.nc";
    const auto plan = drivers::make_plan(o, runtime::ranks_of({}));
    const auto machine = drivers::stream_machine(o, nullptr);
    CHECK(machine.buffers() == 5);
    const drivers::StreamBuffers buffers{plan, 1, machine.buffers()};
    // Whole pages, and a table of rows.
    const double planned = dry["parts"][0]["host_bytes"].get<double>();
    const double taken = double(buffers.all().size());
    CHECK(taken >= planned);
    CHECK(taken < planned + 11 * 4096.0);
    CHECK(dry["parts"][0]["name"] == "buffers");
    CHECK(folder.names().empty());
}
