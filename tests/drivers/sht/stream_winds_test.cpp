// `tasuki sht --stream --winds`: vorticity and divergence of winds, and back.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "drivers/sht/plan.hpp"
#include "io/sphere/grids/series.hpp"
#include "tests/close.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"
#include "tests/drivers/sht/stream_files.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

constexpr const char* kWinds =
    "sht --stream --placement cpu --gpus 0 --winds ua,va ";

/// Two times: a rotation with 3 m/s at the equator, and the flow from pole to
/// pole with the potential 5 m/s a sin(phi), a the radius.
std::string wind_file(std::size_t columns_of_v = kColumns) {
    NetcdfBytes file{NC_NETCDF4};
    const auto lat = stream_latitudes(), lon = stream_longitudes();
    std::vector<double> u, v;
    const int time = file.axis("time", {0, 1}, "days since 2020-01-01");
    const int rows = file.axis("lat", lat, "degrees_north");
    const int columns = file.axis("lon", lon, "degrees_east");
    for (int t = 0; t < 2; ++t)
        for (const double j : lat)
            for (std::size_t i = 0; i < kColumns; ++i) {
                const double cosine = std::cos(j * std::numbers::pi / 180);
                u.push_back(t == 0 ? 3 * cosine : 0);
                v.push_back(t == 1 ? 5 * cosine : 0);
            }
    file.variable("ua", {time, rows, columns}, u);
    file.text("units", "m s-1");
    if (columns_of_v == kColumns) {
        file.variable("va", {time, rows, columns}, v);
        return file.bytes();
    }
    const int staggered =
        file.axis("lon_v", stream_longitudes(columns_of_v), "degrees_east");
    file.variable("va", {time, rows, staggered},
                  std::vector<double>(2 * kRows * columns_of_v));
    return file.bytes();
}

/// C of sin(phi) = P_10 / sqrt(3), in 4 pi.
double c10(double amplitude) {
    return amplitude / std::sqrt(3);
}

}  // namespace

TEST_CASE("a rotation has vorticity alone, and a potential flow divergence") {
    const Folder folder;
    write_file(folder / "w.nc", wind_file());
    const double radius = 2e6;
    const auto j =
        cli_json(kWinds + fmt::format("--radius {} --in {} --out {}", radius,
                                      folder / "w.nc", folder / "s.nc"));
    CHECK(j["fields"] == 2);
    CHECK(j["winds"] == true);
    CHECK(j["truncation"] == 10);  // of a grid for degree 11
    io::SeriesReader s{folder / "s.nc",
                       {.spectra = {"vorticity", "divergence"}}};
    for (const auto& variable : s.series().form.variables) {
        CHECK(variable.attributes[1] ==
              std::pair<std::string, std::string>{"units", "s-1"});
    }
    // 2 w sin(phi), w = 3 m/s / a; and lap chi = -2 chi / a^2.
    const double expected[2][2] = {{c10(6 / radius), 0},
                                   {0, c10(-10 / radius)}};
    for (std::size_t t = 0; t < 2; ++t)
        for (std::size_t v = 0; v < 2; ++v) {
            const auto pairs = s.spectrum(v, t);
            for (std::size_t k = 0; k < pairs.size(); ++k)
                CHECK(std::abs(pairs[k] - (k == 2 ? expected[t][v] : 0)) <
                      1e-13 * 10 / radius);
        }
    // And the winds of these.
    (void)cli_json(kWinds + fmt::format("--radius {} --in {} --out {}", radius,
                                        folder / "s.nc", folder / "b.nc"));
    io::SeriesReader there{folder / "w.nc", {.variables = {"ua", "va"}}};
    io::SeriesReader back{folder / "b.nc", {.variables = {"ua", "va"}}};
    CHECK(
        back.series().form.variables[0].attributes ==
        io::Attributes{{"standard_name", "eastward_wind"}, {"units", "m s-1"}});
    for (std::size_t t = 0; t < 2; ++t)
        for (std::size_t v = 0; v < 2; ++v) {
            const auto a = there.field(v, t), b = back.field(v, t);
            for (std::size_t k = 0; k < a.size(); ++k)
                CHECK(std::abs(a[k] - b[k]) < 5e-13);
        }
}

TEST_CASE("random vorticity and divergence come back from their winds") {
    const Folder folder;
    (void)cli_json(kWinds +
                   ("--fields 3 --truncation 20 --out " + (folder / "w.nc")));
    (void)cli_json(kWinds + ("--truncation 20 --in " + (folder / "w.nc") +
                             " --out " + (folder / "s.nc")));
    io::SeriesReader s{folder / "s.nc",
                       {.spectra = {"vorticity", "divergence"}}};
    const auto t = sphere::triangle(20);
    for (int k = 0; k < 3; ++k)
        for (std::size_t v = 0; v < 2; ++v) {
            auto given = drivers::random_coefficients(20, 1 + v, k);
            given[0] = 0;  // no wind has a mean of these
            const auto found = s.spectrum(v, std::size_t(k));
            for (int m = 0; m <= 20; ++m)
                for (int l = m; l <= 20; ++l) {
                    const auto i = t.index(m, l);
                    const auto pair = io::to_real(given[i], l, m, {});
                    // Winds of 1e6 times the size were rounded.
                    CHECK(std::abs(found[2 * i] - pair.c) < 1e-13);
                    CHECK(std::abs(found[2 * i + 1] - pair.s) < 1e-13);
                }
        }
}

TEST_CASE("a grid with poles has its winds between them") {
    const Folder folder;
    (void)cli_json(kWinds +
                   ("--fields 1 --truncation 9 --grid inner --latitudes "
                    "25 --longitudes 32 --out " +
                    (folder / "w.nc")));
    // The same with rows of the poles, in which anything may stand.
    io::SeriesReader inner{folder / "w.nc", {.variables = {"ua", "va"}}};
    NetcdfBytes file{NC_NETCDF4};
    std::vector<double> lat, lon;
    for (int j = 0; j < 27; ++j) lat.push_back(90 - j * 180.0 / 26);
    for (int i = 0; i < 32; ++i) lon.push_back(i * 360.0 / 32);
    const int rows = file.axis("lat", lat, "degrees_north");
    const int columns = file.axis("lon", lon, "degrees_east");
    for (const std::size_t v : {0u, 1u}) {
        std::vector<double> values(32, 12345.0);
        const auto between = inner.field(v, 0);
        values.insert(values.end(), between.begin(), between.end());
        values.insert(values.end(), 32, -54321.0);
        file.variable(v == 0 ? "ua" : "va", {rows, columns}, values);
    }
    write_file(folder / "p.nc", file.bytes());
    const auto result =
        run_cli(kWinds + ("--truncation 9 --in " + (folder / "p.nc") +
                          " --out " + (folder / "s.nc")));
    CAPTURE(result.log);
    REQUIRE(result.code == 0);
    CHECK(contains(result.log, "rows of the poles"));
    io::SeriesReader s{folder / "s.nc",
                       {.spectra = {"vorticity", "divergence"}}};
    const auto t = sphere::triangle(9);
    for (const std::size_t v : {0u, 1u}) {
        const auto given = drivers::random_coefficients(9, 1 + v, 0);
        const auto found = s.spectrum(v, 0);
        for (int m = 0; m <= 9; ++m)
            for (int l = std::max(m, 1); l <= 9; ++l) {
                const auto i = t.index(m, l);
                const auto pair = io::to_real(given[i], l, m, {});
                CHECK(std::abs(found[2 * i] - pair.c) < 1e-13);
                CHECK(std::abs(found[2 * i + 1] - pair.s) < 1e-13);
            }
    }
    CHECK(refused(run_cli(kWinds + ("--grid poles --in " + (folder / "s.nc") +
                                    " --out " + (folder / "b.nc")))));
}

TEST_CASE("winds that are no pair are refused") {
    const Folder folder;
    write_file(folder / "w.nc", wind_file(24));
    const auto run = [&](const std::string& more) {
        return run_cli("sht --stream --gpus 0 --in " + (folder / "w.nc") +
                       " --out " + (folder / "s.nc") + more);
    };
    for (const auto& [more, text] :
         {std::pair{" --winds ua,va", "variables of different shapes"},
          {" --winds ua,wa", "no such field"},
          {" --winds ua", "expected names of two variables"},
          {" --winds ua,ua", "expected names of two variables"},
          {" --winds ua,va,wa", "expected names of two variables"},
          {"", "several fields"}}) {
        CAPTURE(more);
        const auto result = run(more);
        CAPTURE(result.log);
        CHECK(refused(result));
        CHECK(contains(result.log, text));
    }
    CHECK(folder.names().size() == 1);
}
